/** The first input of a shopper on the page: a tap, a key, a scroll, or a pointer that moves. */
export interface FirstInput {
  hasHappened: boolean;
  /** Resolves when it happens. */
  promise: Promise<void>;
}

/** Waits for the first input. A page that is scrolled already has had it. */
export function watchFirstInput(): FirstInput {
  const input = { hasHappened: window.scrollY > 0, promise: Promise.resolve() };
  if (input.hasHappened) return input;
  input.promise = new Promise((resolve) => {
    const onInput = () => {
      input.hasHappened = true;
      resolve();
    };
    for (const name of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
      window.addEventListener(name, onInput, { capture: true, once: true, passive: true });
    }
  });
  return input;
}
