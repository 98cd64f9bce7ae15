/** Milliseconds until an entry script counts as failed, as in the full runtime. */
const entryTimeoutMs = 20_000;

/**
 * Loads an entry script and removes its element. The browser checks the script's `integrity`.
 *
 * @throws when the script does not load in time, or its bytes do not match its hash. The message contains the URL.
 */
export function loadEntry(script: HTMLScriptElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (problem?: string) => {
      clearTimeout(timer);
      script.onload = script.onerror = null;
      script.remove();
      if (problem) reject(new Error(`${script.src} ${problem}`));
      else resolve();
    };
    const timer = setTimeout(() => finish(`did not load within ${entryTimeoutMs} ms`), entryTimeoutMs);
    script.onload = () => finish();
    script.onerror = () => finish('did not load: there was no response, or its bytes do not match its hash');
    document.head.append(script);
  });
}
