import type * as v from 'valibot';
import { type DocumentKind, verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';
import { Override } from './override';
import { Preview } from './preview';
import { StaffPass } from './staff-pass';

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
  const classify = async (kind: DocumentKind, schema: v.GenericSchema<unknown, { expiresAt: string }>) => {
    for (const key of await store.list(`${kind}/`)) {
      const stored = await store.get(key);
      if (!stored) continue;
      try {
        const { expiresAt } = verifyDocument(kind, schema, stored.bytes, key, trusted);
        if (Date.parse(expiresAt) < before) found.expired.push(key);
      } catch {
        found.unreadable.push(key);
      }
    }
  };
  await classify('preview', Preview);
  await classify('staff', StaffPass);
  await classify('override', Override);
  return found;
}
