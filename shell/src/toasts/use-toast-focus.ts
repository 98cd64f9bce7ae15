import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Leads to the newest toast and back: the key that ARIA practice and desktops use to go from one region to the next. */
export const toastKey = 'F6';

export interface ToastFocus {
  /** Goes on the region that holds the toasts. */
  region: RefObject<HTMLElement | null>;
  /** Goes on the region: remembers where a focus that enters comes from. */
  note: (event: FocusEvent) => void;
  /** Puts the focus back to where it was before it came into the region. */
  goBack: () => void;
}

/**
 * The way of the keyboard to the toasts, which stand at the end of the document, and back. Toasts never take the focus by
 * themselves.
 *
 * @param hasToasts While there are none the key is the browser's own.
 * @see WCAG 2.2, 2.1.1 and 2.2.1
 */
export function useToastFocus(hasToasts: boolean): ToastFocus {
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const note = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget;
  };
  const goBack = () => returnTo(cameFrom.current);

  useEffect(() => {
    if (!hasToasts) return;
    const listen = (event: KeyboardEvent) => {
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (event.key !== toastKey || hasModifier || !region.current) return;
      event.preventDefault();
      if (region.current.contains(document.activeElement)) returnTo(cameFrom.current);
      else region.current.querySelector<HTMLElement>('li:last-child button')?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasToasts]);

  return { region, note, goBack };
}

/** An element that is gone gives the focus to nobody: the focus keeper finds it a place when the toast goes. */
function returnTo(place: EventTarget | null): void {
  if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true });
}
