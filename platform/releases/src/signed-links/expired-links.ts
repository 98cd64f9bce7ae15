import { verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';
import { linkKinds } from './link-kinds';

/** Keys of the previews, staff passes and override links that gc looks at. */
export interface ExpiredLinks {
  /** Links that have expired. Gc removes them. */
  expired: string[];
  /** Links without a valid signature. Their expiry is unknown, so gc keeps them. */
  unreadable: string[];
}

/**
 * Finds previews, staff passes and override links that have expired.
 *
 * @param before  Unix milliseconds. Links that expired before it are included.
 */
export async function findExpiredLinks(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  before: number,
): Promise<ExpiredLinks> {
  const found: ExpiredLinks = { expired: [], unreadable: [] };
  for (const kind of ['preview', 'staff', 'override'] as const) {
    for (const key of await store.list(`${kind}/`)) {
      const stored = await store.get(key);
      if (!stored) continue;
      try {
        const { expiresAt } = verifyDocument(kind, linkKinds[kind].schema, stored.bytes, key, trusted);
        if (Date.parse(expiresAt) < before) found.expired.push(key);
      } catch {
        found.unreadable.push(key);
      }
    }
  }
  return found;
}
