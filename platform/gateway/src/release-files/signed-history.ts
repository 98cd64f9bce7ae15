import type { PinnedRelease } from '@shop/releases/release/release';
import { readAuditLog } from '@shop/releases/state/audit-log';
import { getReleases, readComposition } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { readHead } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../http/with-timeout';

/** Changes of HEAD that are searched. A tab that was opened before them has to reload. */
const maxChanges = 500;
/** Milliseconds of one search. A later one reads on from the compositions that are known. */
const timeoutMs = 60_000;

export interface SignedHistoryOptions {
  environment: Pick<Environment, 'store' | 'name' | 'trusted'>;
  /** Receives the releases of each composition whose signature was verified, with the hashes of their manifests. */
  pin: (releases: readonly PinnedRelease[]) => void;
  /** Receives the error of an entry or a composition that is missing or was changed. The search ends at such an entry. */
  onError: (error: unknown) => void;
}

/**
 * Creates a search of the compositions that were live or canaries in an environment. A tab that was opened before a promotion
 * still requests files of their releases. A search reads only what is newer than the previous search, and callers at the same
 * time share a search.
 *
 * @returns A function that resolves when all compositions up to the HEAD of now are pinned. It rejects when the store cannot
 *   be read in time.
 */
export function createSignedHistory({ environment, pin, onError }: SignedHistoryOptions): () => Promise<void> {
  const { store, name, trusted } = environment;
  const pinned = new LRUCache<string, true>({ max: 2 * maxChanges });
  /** Key of the newest entry of the last search that has ended. */
  let searched: string | null = null;

  const pinOnce = async (ref: DocumentRef) => {
    if (pinned.has(ref.key)) return;
    try {
      pin(getReleases(await readComposition(store, ref, trusted)));
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) throw error;
      onError(error);
    }
    pinned.set(ref.key, true);
  };

  const search = async () => {
    const found = await readHead(store, name, trusted);
    if (!found || found.head.log.key === searched) return;
    let changes = 0;
    try {
      for await (const { live, canaries, previous } of readAuditLog(store, found.head.log, trusted)) {
        for (const ref of [live, ...canaries.map(({ composition }) => composition)]) await pinOnce(ref);
        if (++changes === maxChanges || previous?.key === searched) break;
      }
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) throw error;
      onError(error);
    }
    searched = found.head.log.key;
  };

  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = () => {
    running = withTimeout(search(), timeoutMs).finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    // The running search may have read an older HEAD.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
