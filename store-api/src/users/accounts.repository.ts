import { randomUUID } from 'node:crypto';
import { readEmail } from '@shop/api-contract/typed-text';
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

/** Normalizes an e-mail address for storage and lookup: read as typed, in lower case. Specification 5. */
export function normalizeEmail(email: string): string {
  return (readEmail(email) ?? email.trim()).toLowerCase();
}

export function createAccountsRepository(db: StoreDatabase) {
  return {
    /** Adds an account. It does nothing when the e-mail already has one, also for concurrent registrations. */
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

    /** @throws When the account does not exist. */
    getById(id: string): Promise<Account> {
      return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },

    /** Saves the defaults of the shopper's next payment form. Null forgets them. */
    async savePaymentDefaults(id: string, saved: Pick<Account, 'savedMethod' | 'savedPhone'>): Promise<void> {
      await db.updateTable('account').set(saved).where('id', '=', id).execute();
    },
  };
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
