import { waitUntil } from '@shop/testing/wait-until';
import { sql } from 'kysely';
import { createIdempotencyKeysRepository } from '../idempotency/idempotency-keys.repository';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { createSessionsRepository } from '../users/sessions.repository';
import { cleanUp } from './clean-up';

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase('the clean-up', (open) => {
  const store = useTestStore(open);

  /** Cleans up at a time. */
  const cleanUpAt = (time: number) =>
    cleanUp({
      db: store.db,
      idempotencyKeys: createIdempotencyKeysRepository(store.db, () => time),
      sessions: createSessionsRepository(store.db, { maxPerAccount: 10, now: () => time }),
      hasAutovacuum: false,
    });
  const count = async (table: string) =>
    Number((await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(store.db)).rows[0]?.count);

  it('removes keys after a day and sessions after 30 days, and no others', async () => {
    const { headers } = await store.signUp();
    await store.placeOrder({ ...headers, 'idempotency-key': 'first' });
    const now = Date.now();
    await cleanUpAt(now + day - 60_000);
    expect([await count('idempotency_key'), await count('session')]).toEqual([1, 1]);
    await cleanUpAt(now + day + 60_000);
    expect([await count('idempotency_key'), await count('session')]).toEqual([0, 1]);
    await cleanUpAt(now + 31 * day);
    expect(await count('session')).toBe(0);
  });

  it('gives the space of removed keys back', async () => {
    await store.signUp();
    const measure = async () => {
      await sql`insert into idempotency_key (account_id, call, key, request_hash, status, body, created_at)
        select account.id, 'POST /orders', 'key-' || number, 'hash', 201, '{}', now()
        from (select id from account limit 1) as account, generate_series(1, 3000) as number`.execute(store.db);
      await cleanUpAt(Date.now() + 2 * day);
      const { rows } = await sql<{ size: string }>`select pg_total_relation_size('idempotency_key') as size`.execute(
        store.db,
      );
      return Number(rows[0]?.size);
    };
    // The space of an index is given back one clean-up later, and later still while another database of the server has a transaction.
    let size = await measure();
    const needsNoMore = async () => {
      const before = size;
      size = await measure();
      return size <= before;
    };
    await waitUntil(needsNoMore, { timeoutMs: 30_000, message: 'a round of keys takes the space of earlier ones' });
  });
});
