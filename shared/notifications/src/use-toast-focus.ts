import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the newest toast and back. ARIA practice and desktops use F6 to move between regions. */
export const toastKey = 'F6';

export interface ToastFocus {
  /** Ref of the region that holds the toasts. */
  region: RefObject<HTMLElement | null>;
  /** Focus handler of the region. Remembers which element had the focus before. */
  rememberOrigin: (event: FocusEvent) => void;
  /** Moves the focus back to the element that had it before it entered the region. */
  returnFocus: () => void;
}

/**
 * Makes the toasts, which stand at the end of the document, reachable by keyboard. Toasts never take the focus by
 * themselves.
 *
 * @param hasToasts Without toasts the key keeps its meaning in the browser.
 * @see WCAG 2.2, 2.1.1 and 2.2.1
 */
export function useToastFocus(hasToasts: boolean): ToastFocus {
  const region = useRef<HTMLElement>(null);
  const origin = useRef<EventTarget | null>(null);
  const rememberOrigin = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) origin.current = relatedTarget;
  };
  const returnFocus = () => focusIfPresent(origin.current);

  useEffect(() => {
    if (!hasToasts) return;
    const listen = (event: KeyboardEvent) => {
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (event.key !== toastKey || hasModifier || !region.current) return;
      event.preventDefault();
      if (region.current.contains(document.activeElement)) focusIfPresent(origin.current);
      else region.current.querySelector<HTMLElement>('li:last-child button')?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasToasts]);

  return { region, rememberOrigin, returnFocus };
}

/** Does nothing when the element has left the page. The shell's focus restoration then finds another place. */
function focusIfPresent(element: EventTarget | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}
