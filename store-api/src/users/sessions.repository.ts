import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { StoreDatabase } from '../database/database';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** A fast hash is sufficient, because a token has 256 random bits and cannot be guessed. */
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** A session without its token. */
interface Session {
  id: string;
  accountId: string;
}

export interface SessionsRepositoryOptions {
  /** Sessions that one account may have. A further sign-in ends the oldest one. */
  maxPerAccount: number;
  now?: () => number;
}

export function createSessionsRepository(
  db: StoreDatabase,
  { maxPerAccount, now = Date.now }: SessionsRepositoryOptions,
) {
  return {
    /** Removes every session that has expired. */
    async removeExpired(): Promise<void> {
      await db.deleteFrom('session').where('expiresAt', '<=', new Date(now())).execute();
    },

    /**
     * Creates a session of 30 days, and deletes the oldest sessions of the account above the maximum.
     *
     * @returns The token, of which only a hash is stored.
     */
    async create(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const createdAt = new Date(now());
      const expiresAt = new Date(now() + lifetimeMs);
      await db
        .insertInto('session')
        .values({ id: randomUUID(), tokenHash: hashToken(token), accountId, createdAt, expiresAt })
        .execute();
      await db
        .deleteFrom('session')
        .where('id', 'in', (query) =>
          query
            .selectFrom('session')
            .select('id')
            .where('accountId', '=', accountId)
            .orderBy('createdAt', 'desc')
            .orderBy('id')
            .offset(maxPerAccount),
        )
        .execute();
      return token;
    },

    /** Finds the session of a token. It is undefined when the token is unknown or expired. */
    findByToken(token: string): Promise<Session | undefined> {
      return db
        .selectFrom('session')
        .select(['id', 'accountId'])
        .where('tokenHash', '=', hashToken(token))
        .where('expiresAt', '>', new Date(now()))
        .executeTakeFirst();
    },

    async end(id: string): Promise<void> {
      await db.deleteFrom('session').where('id', '=', id).execute();
    },
  };
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
