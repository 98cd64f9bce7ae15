import type * as v from 'valibot';
import type { Environment } from '../environment/change-head';
import { type DocumentKind, unseal } from '../signing/signed-document';
import { StaffPass } from '../staff/staff-pass';
import { Preview } from './preview';

/** Documents that count for a while, and what is to become of them. */
export interface ExpiredDocuments {
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
export async function findExpired(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  before: number,
): Promise<ExpiredDocuments> {
  const found: ExpiredDocuments = { expired: [], unreadable: [] };
  const sort = async (kind: DocumentKind, schema: v.GenericSchema<unknown, { expiresAt: string }>) => {
    for (const key of await store.list(`${kind}/`)) {
      const stored = await store.get(key);
      if (!stored) continue;
      try {
        const { expiresAt } = unseal(kind, schema, stored.bytes, key, trusted);
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
