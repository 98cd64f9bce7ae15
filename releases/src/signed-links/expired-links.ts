import type * as v from 'valibot';
import { type DocumentKind, verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';
import { Preview } from './preview';
import { StaffPass } from './staff-pass';

/** Documents that count for a while, and what is to become of them. */
export interface ExpiredLinks {
  /** Keys of those that may go. */
  expired: string[];
  /** Keys of those that no trusted key signed, or that were changed: nobody knows how long they count. */
  unreadable: string[];
}

/**
 * Finds previews and staff passes that have expired.
 *
 * @param before Unix milliseconds: those that expired earlier may go.
 */
export async function findExpiredLinks(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  before: number,
): Promise<ExpiredLinks> {
  const found: ExpiredLinks = { expired: [], unreadable: [] };
  const sort = async (kind: DocumentKind, schema: v.GenericSchema<unknown, { expiresAt: string }>) => {
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
  await sort('preview', Preview);
  await sort('staff', StaffPass);
  return found;
}
