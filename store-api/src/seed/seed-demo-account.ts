import { demoAccount, demoAddress, demoOrders } from '../../catalog/demo-account';
import type { StoreDatabase } from '../database/database';
import { findValue } from '../database/key-value';
import { getStatusCode } from '../orders/order-status';
import { createProductId } from '../products/product-id';
import { createAccountsRepository } from '../users/accounts.repository';
import { hashPassword } from '../users/passwords';
import { lockedHashName } from './disable-demo-account';

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
    await createAccountsRepository(transaction).add({ ...person, passwordHash, createdAt: new Date(createdAt) });
    const account = await createAccountsRepository(transaction).findByEmail(demoAccount.email);
    if (!account) throw new Error('The demo account was deleted while it was added.');
    for (const { id, status, placedAt, lines } of demoOrders) {
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
        .values(await createLines(transaction, id, lines))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

async function createLines(db: StoreDatabase, orderId: string, lines: Record<string, number>) {
  const products = await db
    .selectFrom('product')
    .select(['handle', 'title', 'regularPaise', 'discountedPaise'])
    .where('handle', 'in', Object.keys(lines))
    .execute();
  const known = new Map(products.map((product) => [product.handle, product]));
  return Object.entries(lines).flatMap(([handle, quantity], position) => {
    const product = known.get(handle);
    if (!product) return [];
    const pricePaise = product.discountedPaise ?? product.regularPaise;
    return { orderId, position, productId: createProductId(handle), title: product.title, quantity, pricePaise };
  });
}
