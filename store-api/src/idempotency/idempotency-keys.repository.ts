import type { Kysely } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { StoreTables } from '../database/schema';

/** Milliseconds that a response is stored. */
const responseLifetimeMs = 24 * 60 * 60 * 1000;
/** Milliseconds after which a request without a response counts as interrupted, for example by the end of its server. */
const claimLifetimeMs = 60_000;

/** Names one request: `key` is the value of its Idempotency-Key header, `call` its route. */
export interface RequestName {
  accountId: string;
  call: string;
  key: string;
}

/** The right to perform a request. `createdAt` distinguishes it from a later claim on the same name. */
export interface Claim extends RequestName {
  createdAt: Date;
}

export interface StoredResponse {
  status: number;
  /** JSON. */
  body: string;
}

/**
 * - `claimed`: the request is new, and the caller performs it.
 * - `stored`: the request was performed before.
 * - `pending`: another request with the key has no response yet.
 * - `different`: the key belongs to a request with another content.
 */
export type ClaimResult =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'stored'; response: StoredResponse }
  | { kind: 'pending' | 'different' };

export function createIdempotencyKeysRepository(db: StoreDatabase, now: () => number = Date.now) {
  const deleteExpired = () =>
    db
      .deleteFrom('idempotencyKey')
      .where(({ and, eb, or }) =>
        or([
          eb('createdAt', '<=', new Date(now() - responseLifetimeMs)),
          and([eb('status', 'is', null), eb('createdAt', '<=', new Date(now() - claimLifetimeMs))]),
        ]),
      );
  return {
    /** Removes every key that has expired. A request removes only its own: the table has those of all orders of a day. */
    async removeExpired(): Promise<void> {
      await deleteExpired().execute();
    },

    /** Claims a request. Of several concurrent calls, one receives `claimed`. */
    async claim(name: RequestName, requestHash: string): Promise<ClaimResult> {
      const createdAt = new Date(now());
      await deleteExpired()
        .where((eb) => eb.and({ ...name }))
        .execute();
      const inserted = await db
        .insertInto('idempotencyKey')
        .values({ ...name, requestHash, createdAt })
        .onConflict((conflict) => conflict.columns(['accountId', 'call', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst();
      if (inserted) return { kind: 'claimed', claim: { ...name, createdAt } };
      const row = await db
        .selectFrom('idempotencyKey')
        .selectAll()
        .where((eb) => eb.and({ ...name }))
        .executeTakeFirst();
      // The other request was released in the meantime. The caller tries again.
      if (!row) return { kind: 'pending' };
      if (row.requestHash !== requestHash) return { kind: 'different' };
      if (row.status === null || row.body === null) return { kind: 'pending' };
      return { kind: 'stored', response: { status: row.status, body: row.body } };
    },

    /**
     * Stores the response of a claimed request, unless it has one.
     *
     * @param transaction Stores the response together with other changes.
     * @returns False when the claim has a response or has expired.
     */
    async complete(claim: Claim, response: StoredResponse, transaction: Kysely<StoreTables> = db): Promise<boolean> {
      const updated = await transaction
        .updateTable('idempotencyKey')
        .set(response)
        .where((eb) => eb.and({ ...claim }))
        .where('status', 'is', null)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    },

    /** Releases a claim without a response, so that a repeated request is performed. */
    async release(claim: Claim): Promise<void> {
      await db
        .deleteFrom('idempotencyKey')
        .where((eb) => eb.and({ ...claim }))
        .where('status', 'is', null)
        .execute();
    },
  };
}

export type IdempotencyKeysRepository = ReturnType<typeof createIdempotencyKeysRepository>;
