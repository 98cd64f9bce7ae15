import { createHash, randomBytes } from 'node:crypto';
import type { StoreDatabase } from '../database/database';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

/** SHA-256 is enough here: a token has 256 random bits, so there is nothing to guess. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export function createSessionsRepository(db: StoreDatabase, now: () => number = Date.now) {
  return {
    /** Opens a session of 30 days and sweeps out the expired ones. Returns its token, which is not stored. */
    async open(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await db.deleteFrom('session').where('expiresAt', '<=', new Date(now())).execute();
      await db
        .insertInto('session')
        .values({ tokenHash: hashOf(token), accountId, expiresAt: new Date(now() + lifetimeMs) })
        .execute();
      return token;
    },

    /** The account a token stands for, or undefined when the token is unknown or expired. */
    async findAccountId(token: string): Promise<string | undefined> {
      const session = await db
        .selectFrom('session')
        .select('accountId')
        .where('tokenHash', '=', hashOf(token))
        .where('expiresAt', '>', new Date(now()))
        .executeTakeFirst();
      return session?.accountId;
    },
  };
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;
