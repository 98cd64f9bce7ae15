/** Milliseconds that a request for a failed file takes at most. */
const timeoutMs = 20_000;

/**
 * Replaces a file that did not load in the caches of browser and service worker. A copy that does not match its hash would
 * otherwise answer every retry: release files are immutable, so that caches never request them again.
 *
 * @returns Resolves when the file is there or cannot be loaded. It never rejects: the script reports the failure.
 */
export async function refreshFile(url: string): Promise<void> {
  try {
    await (await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(timeoutMs) })).arrayBuffer();
  } catch {
    // There is no response.
  }
}

/**
 * Replaces the file that did not load, before a retry. See `refreshFile`.
 *
 * @param reason Error of the failed attempt. A chunk's error carries its URL as `request`.
 * @param base Address that the files of the app begin with.
 * @param entryUrl File to replace when the reason does not name a file of the app. Default: none.
 */
export async function refreshFailedFile(reason: unknown, base: string, entryUrl?: string): Promise<void> {
  const named = reason instanceof Error && 'request' in reason ? String(reason.request) : '';
  const url = named.startsWith(new URL(base, window.location.origin).href) ? named : entryUrl;
  if (url) await refreshFile(url);
}
