import type { RemoteVersion } from '@shop/remote-contract/composition';

/** Gives the URL of a remote's entry. The federation runtime requires absolute URLs. */
export const getEntryUrl = ({ base, entry }: RemoteVersion): string =>
  new URL(base + entry.path, window.location.origin).href;

/** Finds the file of a remote that did not load: the chunk that the error names, else the entry. */
function getFailedUrl(remote: RemoteVersion, reason: unknown): string {
  const url = reason instanceof Error && 'request' in reason ? String(reason.request) : '';
  return url.startsWith(new URL(remote.base, window.location.origin).href) ? url : getEntryUrl(remote);
}

/**
 * Replaces the file that did not load in the caches of browser and service worker. A copy that does not match its hash would
 * otherwise answer every retry: release files are immutable, so that caches never request them again.
 *
 * @param reason Error of the failed attempt. A chunk's error carries its URL as `request`.
 * @returns Resolves when the file is there or cannot be loaded. It never rejects: the script reports the failure.
 */
export async function refreshFailedFile(remote: RemoteVersion, reason: unknown): Promise<void> {
  try {
    await (await fetch(getFailedUrl(remote, reason), { cache: 'reload' })).arrayBuffer();
  } catch {
    // There is no response.
  }
}
