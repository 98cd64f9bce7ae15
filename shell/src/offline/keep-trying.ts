/** Milliseconds until the second attempt. Each further pause is twice as long. */
const firstPauseMs = 2000;
const longestPauseMs = 16_000;

/** Events on `window` when the network or the shopper may have come back. */
export const returnEvents = ['online', 'focus', 'visibilitychange'];

/**
 * Tries again what failed: when the device is online again, when the shopper comes back to the page, and after a pause that grows from
 * 2 to 16 seconds. It waits while the page is hidden and while the device has no network.
 *
 * An attempt must change nothing on the page until it succeeds.
 *
 * @returns A function that ends the attempts.
 */
export function keepTrying(attempt: () => void): () => void {
  let pause = firstPauseMs;
  let timer: ReturnType<typeof setTimeout>;
  const schedule = () => {
    clearTimeout(timer);
    // A part of the pause is random, so that the pages of a shop do not all ask at once.
    timer = setTimeout(next, pause * (0.75 + Math.random() / 4));
  };
  const tryNow = () => {
    if (document.visibilityState !== 'hidden' && navigator.onLine) attempt();
  };
  const next = () => {
    pause = Math.min(pause * 2, longestPauseMs);
    schedule();
    tryNow();
  };
  const onReturn = () => {
    schedule();
    tryNow();
  };
  for (const name of returnEvents) window.addEventListener(name, onReturn);
  schedule();
  return () => {
    clearTimeout(timer);
    for (const name of returnEvents) window.removeEventListener(name, onReturn);
  };
}
