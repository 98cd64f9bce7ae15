import { randomBytes } from 'node:crypto';
import { demoAccount, demoOrders } from '../../catalog/demo-account';
import type { StoreDatabase } from '../database/database';
import { setValue } from '../database/key-value';
import { createAccountsRepository } from '../users/accounts.repository';
import { hashPassword, verifyPassword } from '../users/passwords';

/** Name of the stored value with the password hash of the locked demo account, by which `seedDemoAccount` unlocks it. */
export const lockedHashName = 'demo-account-locked-hash';

/**
 * Ends all access with the published password of the demo account. A store that runs without the sandbox calls it at its
 * start, because the database may have been seeded with the sandbox on.
 *
 * It removes the account and its demo orders. An account with other orders or with payments stays, because the operator may
 * need them: it gets a random password and its sessions end. An account of the same e-mail with another password belongs to
 * a shopper and stays unchanged.
 */
export async function disableDemoAccount(db: StoreDatabase): Promise<void> {
  const account = await createAccountsRepository(db).findByEmail(demoAccount.email);
  if (!account || !(await verifyPassword(account.passwordHash, demoAccount.password))) return;
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  await db.transaction().execute(async (transaction) => {
    // The password changes first, so that no sign-in adds a session after the sessions end.
    await transaction.updateTable('account').set({ passwordHash }).where('id', '=', account.id).execute();
    await transaction.deleteFrom('session').where('accountId', '=', account.id).execute();
    if (await hasActivity(transaction, account.id)) return setValue(transaction, lockedHashName, passwordHash);
    await transaction.deleteFrom('orderLine').where('orderId', 'in', demoOrderIds).execute();
    await transaction.deleteFrom('customerOrder').where('id', 'in', demoOrderIds).execute();
    await transaction.deleteFrom('account').where('id', '=', account.id).execute();
  });
}

const demoOrderIds = demoOrders.map(({ id }) => id);

/** Reports whether the account has an order that the seed did not add, or a payment. */
async function hasActivity(db: StoreDatabase, accountId: string): Promise<boolean> {
  const order = await db
    .selectFrom('customerOrder')
    .leftJoin('payment', 'payment.orderId', 'customerOrder.id')
    .select('customerOrder.id')
    .where('accountId', '=', accountId)
    .where((where) => where.or([where('customerOrder.id', 'not in', demoOrderIds), where('reference', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}
