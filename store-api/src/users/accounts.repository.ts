import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { AccountTable } from '../database/schema';

export type Account = Selectable<AccountTable>;

export interface NewAccount {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  createdAt?: Date;
}

/** The form an e-mail is stored and looked up in. Specification 5. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function createAccountsRepository(db: StoreDatabase) {
  return {
    /** Adds an account; nothing happens when the e-mail is taken, also when two arrive at once. */
    async add(account: NewAccount): Promise<void> {
      await db
        .insertInto('account')
        .values({
          ...account,
          id: randomUUID(),
          email: normalizeEmail(account.email),
          createdAt: account.createdAt ?? new Date(),
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
    },

    findByEmail(email: string): Promise<Account | undefined> {
      return db.selectFrom('account').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst();
    },

    byId(id: string): Promise<Account> {
      return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },

    /** Keeps what the next payment form is filled with. */
    async rememberPayment(id: string, saved: Pick<Account, 'savedMethod' | 'savedPhone'>): Promise<void> {
      await db.updateTable('account').set(saved).where('id', '=', id).execute();
    },
  };
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
