import { randomBytes } from 'node:crypto';
import { demoAccount, demoAddress, demoOrders } from '../../catalog/demo-account';
import type { StoreDatabase } from '../database/database';
import { findValue, setValue } from '../database/key-value';
import { getStatusCode } from '../orders/order-status';
import { createOrderLines } from '../orders/orders.repository';
import { createProductId } from '../products/product-id';
import { createAccountsRepository } from '../users/accounts.repository';
import { hashPassword, verifyPassword } from '../users/passwords';

/** Name of the stored value with the password hash of the locked demo account, by which `seedDemoAccount` unlocks it. */
const lockedHashName = 'demo-account-locked-hash';

/**
 * Adds the demo account and its orders once. Later starts keep all changes to them, and unlock an account that
 * `disableDemoAccount` locked. The seed catalogue must be in the database.
 */
export async function seedDemoAccount(db: StoreDatabase): Promise<void> {
  const accounts = createAccountsRepository(db);
  const { password, createdAt, ...person } = demoAccount;
  const existing = await accounts.findByEmail(demoAccount.email);
  if (existing && existing.passwordHash !== (await findValue(db, lockedHashName))) return;
  const passwordHash = await hashPassword(password);
  if (existing) {
    await db.updateTable('account').set({ passwordHash }).where('id', '=', existing.id).execute();
    return;
  }
  await db.transaction().execute(async (transaction) => {
    const ids = demoOrders.flatMap(({ lines }) => Object.keys(lines)).map(createProductId);
    const products = await transaction.selectFrom('product').selectAll().where('id', 'in', ids).execute();
    await createAccountsRepository(transaction).add({ ...person, passwordHash, createdAt: new Date(createdAt) });
    const account = await createAccountsRepository(transaction).findByEmail(demoAccount.email);
    if (!account) throw new Error('The demo account was deleted while it was added.');
    for (const { id, status, placedAt, lines } of demoOrders) {
      const requested = Object.entries(lines).map(([handle, quantity]) => ({ id: createProductId(handle), quantity }));
      const orderLines = createOrderLines(id, requested, products);
      // An import may have taken the products off sale.
      if (orderLines.length === 0) continue;
      await transaction
        .insertInto('customerOrder')
        .values({
          id,
          accountId: account.id,
          status: getStatusCode(status),
          shippingAddress: JSON.stringify(demoAddress),
          createdAt: new Date(placedAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await transaction
        .insertInto('orderLine')
        .values(orderLines)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

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
