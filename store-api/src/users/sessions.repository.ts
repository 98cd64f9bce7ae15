import { createHash, randomBytes } from 'node:crypto';
import type { StoreDatabase } from '../database/database';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** A fast hash is sufficient, because a token has 256 random bits and cannot be guessed. */
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

export function createSessionsRepository(db: StoreDatabase, now: () => number = Date.now) {
  return {
    /** Creates a session of 30 days and deletes expired sessions. Returns the token, of which only a hash is stored. */
    async create(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await db.deleteFrom('session').where('expiresAt', '<=', new Date(now())).execute();
      await db
        .insertInto('session')
        .values({
          tokenHash: hashToken(token),
          accountId,
          createdAt: new Date(now()),
          expiresAt: new Date(now() + lifetimeMs),
        })
        .execute();
      return token;
    },

    /** Finds the account of a token. It is undefined when the token is unknown or expired. */
    async findAccountId(token: string): Promise<string | undefined> {
      const session = await db
        .selectFrom('session')
        .select('accountId')
        .where('tokenHash', '=', hashToken(token))
        .where('expiresAt', '>', new Date(now()))
        .executeTakeFirst();
      return session?.accountId;
    },
  };
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
