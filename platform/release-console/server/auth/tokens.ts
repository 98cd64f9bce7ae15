import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TokenView } from '@shop/releases/service-api/responses';
import type { Selectable } from 'kysely';
import type { ServiceDatabase, TokenTable } from '../database/database';
import type { Principal } from '../database/documents';

/** Creates the id of a session or a token: 43 letters, digits, `-` and `_`. It cannot be guessed, so a fast hash protects it. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes the id of a session or a token. The database has only the hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Beginning of a token, so that scanners of leaked secrets find it. */
const prefix = 'rel_';
/** Milliseconds between two writes of the last use of a token. */
const usePrecisionMs = 60_000;
/** Days for which a token that has ended stays in the list of its owner. A revoked one stays: schedules of it are refused. */
const keptDays = 90;

export type NewToken = Pick<Selectable<TokenTable>, 'owner' | 'name' | 'endsAt' | 'scope' | 'machine'>;

/** Creates the store of access tokens. It has hashes only. */
export function createTokens(db: ServiceDatabase, now: () => number = Date.now) {
  return {
    /** Creates a token. @returns Its id, and the token, which is shown once. */
    create: async ({ scope, machine, ...columns }: NewToken): Promise<{ id: string; token: string }> => {
      const token = prefix + createSecret();
      const id = randomUUID();
      await db
        .deleteFrom('token')
        .where('endsAt', '<', new Date(now() - keptDays * 86_400_000))
        .where('revokedAt', 'is', null)
        .execute();
      await db
        .insertInto('token')
        .values({
          ...columns,
          id,
          hash: hashSecret(token),
          createdAt: new Date(now()),
          usedAt: null,
          revokedAt: null,
          scope: scope && JSON.stringify(scope),
          machine: machine && JSON.stringify(machine),
        })
        .execute();
      return { id, token };
    },

    /** Finds who acts with a token. @returns Null when it does not exist, has ended or was revoked. */
    find: async (token: string): Promise<Principal | null> => {
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('hash', '=', hashSecret(token))
        .where('endsAt', '>', new Date(now()))
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      if ((row.usedAt?.getTime() ?? 0) < now() - usePrecisionMs) {
        await db
          .updateTable('token')
          .set({ usedAt: new Date(now()) })
          .where('id', '=', row.id)
          .execute();
      }
      const { id: tokenId, owner: name, scope, machine } = row;
      return { name, tokenId, ...(scope ? { scope } : {}), ...(machine ? { machine } : {}) };
    },

    /** Lists the personal tokens of a person, newest first. */
    list: async (owner: string): Promise<TokenView[]> => {
      const rows = await db
        .selectFrom('token')
        .selectAll()
        .where('owner', '=', owner)
        .where('machine', 'is', null)
        .orderBy('createdAt', 'desc')
        .limit(200)
        .execute();
      return rows.flatMap(({ id, name, scope, createdAt, endsAt, usedAt, revokedAt }) =>
        scope
          ? {
              id,
              name,
              scope,
              createdAt: createdAt.toISOString(),
              endsAt: endsAt.toISOString(),
              usedAt: usedAt?.toISOString() ?? null,
              revokedAt: revokedAt?.toISOString() ?? null,
            }
          : [],
      );
    },

    /** Revokes a personal token. @returns Whether the owner has such a token that was not revoked. */
    revoke: async (owner: string, id: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('token')
        .set({ revokedAt: new Date(now()) })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('machine', 'is', null)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
