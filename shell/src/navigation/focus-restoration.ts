import { mainId } from '../base/page';

/** Finds the start of the screen: its heading, or `<main>` without a heading. */
function findScreenStart(): HTMLElement | null {
  const main = document.getElementById(mainId);
  return main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
}

/**
 * Restores a lost focus. When the focused element leaves the page and no other element takes the focus, the screen's
 * heading gets it, or `<main>` without a heading. Otherwise the next Tab would start at the top of the document. A button
 * that is disabled while its form is sent gets the focus back when it is enabled.
 *
 * A screen that knows a better element focuses it itself.
 *
 * @returns A function that ends it.
 */
export function restoreLostFocus(): () => void {
  let focused: HTMLElement | null = null;
  let wasDisabled = false;
  const remember = ({ target }: Pick<Event, 'target'>) => {
    focused = target instanceof HTMLElement ? target : null;
    wasDisabled = false;
  };
  // A click on the background of the page drops the focus on purpose. A click on the focused element keeps it.
  const forget = ({ target }: Event) => {
    if (!(target instanceof Node && focused?.contains(target))) focused = null;
  };
  const observer = new MutationObserver(() => {
    if (!focused) return;
    if (focused.matches(':disabled')) wasDisabled = true;
    else if (document.activeElement !== document.body) return;
    else if (!focused.isConnected) focusOn(findScreenStart());
    else if (wasDisabled) focusOn(focused);
  });
  const focusOn = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
  // The shopper may have moved the focus before this code has loaded.
  remember({ target: document.activeElement });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
  };
}
