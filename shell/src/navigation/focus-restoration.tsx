import { useEffect } from 'react';
import { mainId } from '../layout/main-layout';

/** Where a screen is read from: its heading, which may have come before anybody noticed that the focus fell. */
function screenStart(): HTMLElement | null {
  const main = document.getElementById(mainId);
  return main?.querySelector<HTMLElement>('h1[tabindex]') ?? main;
}

/**
 * Catches a focus that falls. When the element that held it leaves the page and nothing else takes it, the screen's heading
 * does, or `<main>` until there is one: the next Tab must not start at the top of the document. A button that
 * goes out of use while its form is sent has the focus again as soon as it is back in use.
 *
 * A screen that knows a better place puts the focus there itself.
 */
export function FocusRestoration() {
  useEffect(() => {
    let holder: HTMLElement | null = null;
    let wasDisabled = false;
    const note = ({ target }: Event) => {
      holder = target instanceof HTMLElement ? target : null;
      wasDisabled = false;
    };
    // Whoever presses on the ground of the page has let go of the focus.
    const letGo = () => {
      holder = null;
    };
    const observer = new MutationObserver(() => {
      if (!holder) return;
      if (holder.matches(':disabled')) wasDisabled = true;
      else if (document.activeElement !== document.body) return;
      else if (!holder.isConnected) focusOn(screenStart());
      else if (wasDisabled) focusOn(holder);
    });
    const focusOn = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', letGo);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', letGo);
    };
  }, []);
  return null;
}
