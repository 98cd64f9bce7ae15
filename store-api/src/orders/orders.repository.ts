import type { NewOrderJson, ShippingAddressJson } from '@shop/api-contract/schemas/order';
import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import type { Selectable, Transaction } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { CustomerOrderTable, OrderLineTable, StoreTables } from '../database/schema';
import { createOrderId } from './order-id';
import { getStatusCode, getStatusName, isAllowedTransition, type OrderStatusName } from './order-status';

export type StoredOrderLine = Selectable<OrderLineTable>;

export interface StoredOrder extends Selectable<CustomerOrderTable> {
  lines: StoredOrderLine[];
}

/** Outcome of a status change. `unchanged`: the order already has the status. `rejected`: the transition is not allowed. */
export type StatusChange = { kind: 'changed' | 'rejected'; from: OrderStatusName } | { kind: 'unchanged' | 'notFound' };

/** Some products of a new order do not exist. Nothing was stored. */
export class UnknownProductsError extends Error {
  override name = 'UnknownProductsError';

  constructor(readonly ids: string[]) {
    super(`unknown products: ${ids.join(', ')}`);
  }
}

/** The account has the maximum number of unpaid orders. Nothing was stored. */
export class TooManyUnpaidOrdersError extends Error {
  override name = 'TooManyUnpaidOrdersError';
}

/** Maximum number of orders in a list. */
const maxListedOrders = 100;

export interface CreateOrderOptions {
  /** Orders of one account that may be Pending at the same time. */
  maxUnpaidOrders: number;
  /** Stores more in the transaction of the order. An error rolls the order back. */
  beforeCommit: (transaction: Transaction<StoreTables>, order: StoredOrder) => Promise<void>;
}

export function createOrdersRepository(db: StoreDatabase) {
  return {
    /**
     * Stores a Pending order with the current prices and titles, in one transaction.
     *
     * @throws {UnknownProductsError} When some products do not exist. Nothing is stored then.
     * @throws {TooManyUnpaidOrdersError} When the account has the maximum number of unpaid orders. Nothing is stored then.
     */
    async create(
      accountId: string,
      { products: quantities, shippingAddress }: NewOrderJson,
      { maxUnpaidOrders, beforeCommit }: CreateOrderOptions,
    ): Promise<StoredOrder> {
      const requested = Object.entries(quantities);
      return db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('product')
          .select(['id', 'title', 'regularPaise', 'discountedPaise'])
          .where(
            'id',
            'in',
            requested.map(([id]) => id),
          )
          .execute();
        const known = new Map(rows.map((row) => [row.id, row]));
        const unknown = requested.flatMap(([id]) => (known.has(id) ? [] : id));
        if (unknown.length > 0) throw new UnknownProductsError(unknown);

        await assertUnpaidOrderAllowed(transaction, accountId, maxUnpaidOrders);
        const id = createOrderId();
        const order = await transaction
          .insertInto('customerOrder')
          .values({
            id,
            accountId,
            status: getStatusCode('Pending'),
            shippingAddress: JSON.stringify(normalizeAddress(shippingAddress)),
            createdAt: new Date(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const lines = requested.flatMap(([productId, quantity], position) => {
          const product = known.get(productId);
          if (!product) return [];
          const pricePaise = product.discountedPaise ?? product.regularPaise;
          return { orderId: id, position, productId, title: product.title, quantity, pricePaise };
        });
        await transaction.insertInto('orderLine').values(lines).execute();
        const created = { ...order, lines };
        await beforeCommit(transaction, created);
        return created;
      });
    },

    /** Lists the newest 100 orders of an account, newest first. */
    async listByAccount(accountId: string): Promise<StoredOrder[]> {
      const orders = await db
        .selectFrom('customerOrder')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(maxListedOrders)
        .execute();
      if (orders.length === 0) return [];
      const lines = await db
        .selectFrom('orderLine')
        .selectAll()
        .where(
          'orderId',
          'in',
          orders.map(({ id }) => id),
        )
        .orderBy('position')
        .execute();
      const byOrder = new Map<string, StoredOrderLine[]>(orders.map(({ id }) => [id, []]));
      for (const line of lines) byOrder.get(line.orderId)?.push(line);
      return orders.map((order) => ({ ...order, lines: byOrder.get(order.id) ?? [] }));
    },

    /** Finds the newest order of an account, without its lines. */
    async findNewestByAccount(accountId: string): Promise<Selectable<CustomerOrderTable> | undefined> {
      return db
        .selectFrom('customerOrder')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
    },

    async findById(id: string): Promise<StoredOrder | undefined> {
      const order = await db.selectFrom('customerOrder').selectAll().where('id', '=', id).executeTakeFirst();
      if (!order) return undefined;
      const lines = await db
        .selectFrom('orderLine')
        .selectAll()
        .where('orderId', '=', id)
        .orderBy('position')
        .execute();
      return { ...order, lines };
    },

    /** Changes the status of an order if the transition is allowed. The row lock serialises concurrent changes. */
    async changeStatus(id: string, to: OrderStatusName): Promise<StatusChange> {
      return db.transaction().execute(async (transaction): Promise<StatusChange> => {
        const order = await transaction
          .selectFrom('customerOrder')
          .select('status')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (!order) return { kind: 'notFound' };
        const from = getStatusName(order.status);
        if (from === to) return { kind: 'unchanged' };
        if (!isAllowedTransition(from, to)) return { kind: 'rejected', from };
        await transaction
          .updateTable('customerOrder')
          .set({ status: getStatusCode(to) })
          .where('id', '=', id)
          .execute();
        return { kind: 'changed', from };
      });
    },
  };
}

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

/** The row lock on the account serialises concurrent orders, so that they cannot exceed the limit together. */
async function assertUnpaidOrderAllowed(transaction: Transaction<StoreTables>, accountId: string, max: number) {
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { unpaid } = await transaction
    .selectFrom('customerOrder')
    .select(({ fn }) => fn.countAll<string | number | bigint>().as('unpaid'))
    .where('accountId', '=', accountId)
    .where('status', '=', getStatusCode('Pending'))
    .executeTakeFirstOrThrow();
  if (Number(unpaid) >= max) throw new TooManyUnpaidOrdersError(`The account has ${max} unpaid orders.`);
}

/** Trims the six shipping fields and drops all other properties. */
function normalizeAddress(address: ShippingAddressJson): ShippingAddressJson {
  return mapShippingFields((field) => address[field].trim());
}

/** Sums the order lines in whole paise. Shipping is free. */
export function sumPaise(lines: Pick<StoredOrderLine, 'quantity' | 'pricePaise'>[]): number {
  return lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
}
