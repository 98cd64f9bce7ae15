/** Milliseconds until an entry script counts as failed, as in the full runtime. */
const timeoutMs = 20_000;

/**
 * Loads the entry of a remote by its script element, which leaves the page afterwards. The browser checks the `integrity`.
 *
 * @throws when the file does not load within 20 seconds, or its bytes do not match its hash. The message contains the URL, and so does
 *   the field `request` of the error. A timeout has the `type` of a timeout of the bundler's chunk loader.
 */
export function loadScript(script: HTMLScriptElement): Promise<void> {
  const { src } = script;
  return new Promise((resolve, reject) => {
    const finish = (problem?: string, type?: 'timeout') => {
      clearTimeout(timer);
      script.onload = script.onerror = null;
      script.remove();
      if (problem) reject(Object.assign(new Error(`${src} ${problem}`), { request: src, type }));
      else resolve();
    };
    const timer = setTimeout(() => finish(`did not load within ${timeoutMs} ms`, 'timeout'), timeoutMs);
    script.onload = () => finish();
    script.onerror = () => finish('did not load: there was no response, or its bytes do not match its hash');
    document.head.append(script);
  });
}
