/** Milliseconds until an entry script counts as failed, as in the full runtime. */
const entryTimeoutMs = 20_000;

/**
 * Loads a script or a style sheet by its element. A script's element leaves the page afterwards; a style sheet's stays when it has
 * loaded. The browser checks the `integrity`.
 *
 * @param timeoutMs Milliseconds until the file counts as failed. Default: 20 seconds.
 * @throws when the file does not load in time, or its bytes do not match its hash. The message contains the URL, and so does the
 *   field `request` of the error.
 */
export function loadElement(
  element: HTMLScriptElement | HTMLLinkElement,
  timeoutMs: number = entryTimeoutMs,
): Promise<void> {
  const url = 'src' in element ? element.src : element.href;
  return new Promise((resolve, reject) => {
    const finish = (problem?: string) => {
      clearTimeout(timer);
      element.onload = element.onerror = null;
      if (problem || 'src' in element) element.remove();
      if (problem) reject(Object.assign(new Error(`${url} ${problem}`), { request: url }));
      else resolve();
    };
    const timer = setTimeout(() => finish(`did not load within ${timeoutMs} ms`), timeoutMs);
    element.onload = () => finish();
    element.onerror = () => finish('did not load: there was no response, or its bytes do not match its hash');
    document.head.append(element);
  });
}
