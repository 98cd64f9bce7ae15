import type { ChosenLineJson, NewOrderJson, ShippingAddressJson } from '@shop/api-contract/schemas/order';
import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { formatTypedPhone, readPinCode } from '@shop/api-contract/typed-text';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { locatePage } from '../database/page-location';
import type { CustomerOrderTable, OrderLineTable, ProductTable, StoreTables } from '../database/schema';
import { HttpError } from '../errors/http-error';
import type { PaymentNotes } from '../payments/payment-form';
import type { PaymentMethod } from '../payments/payment-methods';
import { createTexts, type Texts } from '../texts/texts';
import { assertChoicesOffered, listChosenLines } from './chosen-lines';
import { createOrderId } from './order-id';
import { getStatusCode, getStatusName, isAllowedTransition, type OrderStatusName } from './order-status';

export type StoredOrderLine = Selectable<OrderLineTable>;

export interface StoredOrder extends Selectable<CustomerOrderTable> {
  lines: StoredOrderLine[];
  /** Method of the accepted payment. Absent while the order waits for its payment. */
  paymentMethod?: PaymentMethod;
  /** What the shopper entered for the shop with it. */
  paymentNotes?: PaymentNotes;
}

/** Outcome of a status change. `unchanged`: the order already has the status. `rejected`: the transition is not allowed. */
export type StatusChange = { kind: 'changed' | 'rejected'; from: OrderStatusName } | { kind: 'unchanged' | 'notFound' };

/** One page of the orders of an account. */
export interface OrderSlice {
  orders: StoredOrder[];
  /** Number of orders on all pages. */
  total: number;
}

export interface CreateOrderOptions {
  /** Language of the shopper's page. */
  language: string;
  /** False where no e-mails are sent. */
  isMailed: boolean;
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
     * @throws {HttpError} 422 when some products do not exist or a choice is not offered, 409 when the account has the maximum number of unpaid orders.
     * Nothing is stored then.
     */
    async create(accountId: string, order: NewOrderJson, options: CreateOrderOptions): Promise<StoredOrder> {
      const requested = listChosenLines(order, createTexts(options.language));
      return db.transaction().execute((transaction) => insertOrder(transaction, accountId, order, requested, options));
    },

    /**
     * Lists one page of the orders of an account, newest first.
     *
     * The inner query finds the ids of the page in the index. It starts at the nearer end of the list, so that the last page costs
     * as little as the first.
     *
     * @param page 1 or more. A page after the last page is empty.
     */
    async listByAccount(accountId: string, page: number, limit: number): Promise<OrderSlice> {
      const { orderCount: total } = await db
        .selectFrom('account')
        .select('orderCount')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const { offset, size, isReversed } = locatePage((page - 1) * limit, limit, total);
      if (size === 0) return { orders: [], total };
      const [ascending, descending] = isReversed ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
      const ids = db
        .selectFrom('customerOrder')
        .select('id')
        .where('accountId', '=', accountId)
        .orderBy('createdAt', descending)
        .orderBy('id', ascending)
        .limit(size)
        .offset(offset);
      const orders = await db
        .selectFrom(ids.as('page'))
        .innerJoin('customerOrder', 'customerOrder.id', 'page.id')
        .selectAll('customerOrder')
        .orderBy('customerOrder.createdAt', 'desc')
        .orderBy('customerOrder.id')
        .execute();
      return { orders: await completeOrders(db, orders), total };
    },

    async findById(id: string): Promise<StoredOrder | undefined> {
      const orders = await db.selectFrom('customerOrder').selectAll().where('id', '=', id).execute();
      return (await completeOrders(db, orders))[0];
    },

    /** Records that no e-mail about the order is sent. */
    async recordNoMail(id: string): Promise<void> {
      await db.updateTable('customerOrder').set({ hasNoMail: true }).where('id', '=', id).execute();
    },

    /** Changes the status of an order if the transition is allowed. The row lock serialises concurrent changes. */
    async changeStatus(id: string, to: OrderStatusName): Promise<StatusChange> {
      return db.transaction().execute((transaction) => updateStatus(transaction, id, to));
    },
  };
}

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

/** Adds lines and payment methods to orders. */
async function completeOrders(db: StoreDatabase, orders: Selectable<CustomerOrderTable>[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const lines = await db.selectFrom('orderLine').selectAll().where('orderId', 'in', ids).orderBy('position').execute();
  const payments = await db
    .selectFrom('payment')
    .select(['orderId', 'method', 'notes'])
    .where('orderId', 'in', ids)
    .where('status', '=', 'accepted')
    .execute();
  const accepted = new Map(payments.map((payment) => [payment.orderId, payment]));
  const byOrder = new Map<string, StoredOrderLine[]>(orders.map(({ id }) => [id, []]));
  for (const line of lines) byOrder.get(line.orderId)?.push(line);
  return orders.map((order) => {
    const payment = accepted.get(order.id);
    return {
      ...order,
      lines: byOrder.get(order.id) ?? [],
      ...(payment && { paymentMethod: payment.method, paymentNotes: payment.notes ?? {} }),
    };
  });
}

/** Stores an order with its lines in a transaction. */
async function insertOrder(
  transaction: Transaction<StoreTables>,
  accountId: string,
  order: NewOrderJson,
  requested: readonly ChosenLineJson[],
  { language, isMailed, maxUnpaidOrders, beforeCommit }: CreateOrderOptions,
): Promise<StoredOrder> {
  const t = createTexts(language);
  const products = await transaction
    .selectFrom('product')
    .select(['id', 'title', 'regularPaise', 'discountedPaise', 'attributes', 'choices'])
    .where('id', 'in', Object.keys(order.products))
    .execute();
  const known = new Set(products.map(({ id }) => id));
  const unknown = Object.keys(order.products).filter((id) => !known.has(id));
  if (unknown.length > 0) throw createUnknownProductsError(unknown, t);
  assertChoicesOffered(requested, products, t);

  await assertUnpaidOrderAllowed(transaction, accountId, maxUnpaidOrders, t);
  const id = createOrderId();
  const stored = await transaction
    .insertInto('customerOrder')
    .values({
      id,
      accountId,
      status: getStatusCode('Pending'),
      shippingAddress: JSON.stringify(normalizeAddress(order.shippingAddress)),
      createdAt: new Date(),
      language,
      hasNoMail: !isMailed,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const lines = createOrderLines(id, requested, products);
  await transaction.insertInto('orderLine').values(lines).execute();
  const created = { ...stored, lines };
  await beforeCommit(transaction, created);
  return created;
}

/** Changes the status of an order in a transaction. */
async function updateStatus(
  transaction: Transaction<StoreTables>,
  id: string,
  to: OrderStatusName,
): Promise<StatusChange> {
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
  if (to === 'Cancelled') await recordPaidMoney(transaction, id);
  return { kind: 'changed', from };
}

/** Records that the money of a cancelled order is due from now on. Cash on delivery was never paid. */
async function recordPaidMoney(transaction: Transaction<StoreTables>, orderId: string): Promise<void> {
  await transaction
    .updateTable('payment')
    .set({ surplusAt: new Date() })
    .where('orderId', '=', orderId)
    .where('status', '=', 'accepted')
    .where('method', '!=', 'Cash on delivery')
    .where('surplusAt', 'is', null)
    .execute();
}

/** The row lock on the account serialises concurrent orders, so that they cannot exceed the limit together. */
async function assertUnpaidOrderAllowed(
  transaction: Transaction<StoreTables>,
  accountId: string,
  max: number,
  t: Texts,
): Promise<void> {
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  // The status is a constant of the query, so that the database uses the index of Pending orders.
  const unpaid = await transaction
    .selectFrom('customerOrder')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit(getStatusCode('Pending')))
    .limit(max)
    .execute();
  if (unpaid.length >= max) {
    const message = t('You have {max} unpaid orders. Please pay for one of them before you place another order.', {
      max,
    });
    throw new HttpError(409, message);
  }
}

function createUnknownProductsError(ids: string[], t: Texts): HttpError {
  const listed = ids.slice(0, 10).join(', ').slice(0, 500);
  const more = ids.length - 10;
  return new HttpError(
    422,
    more > 0
      ? t('These products are not in the shop: {listed} and {more} more.', { listed, more })
      : t('These products are not in the shop: {listed}.', { listed }),
  );
}

type PricedProduct = Pick<Selectable<ProductTable>, 'id' | 'title' | 'regularPaise' | 'discountedPaise'>;

/** Creates the lines of an order with the current prices. It skips unknown products. */
export function createOrderLines(orderId: string, requested: readonly ChosenLineJson[], products: PricedProduct[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  return requested.flatMap(({ id, quantity, size = null, color = null }, position) => {
    const product = byId.get(id);
    if (!product) return [];
    const pricePaise = product.discountedPaise ?? product.regularPaise;
    return { orderId, position, productId: id, title: product.title, quantity, pricePaise, size, color };
  });
}

/** Trims the six shipping fields and drops all other properties. */
function normalizeAddress(address: ShippingAddressJson): ShippingAddressJson {
  return {
    ...mapShippingFields((field) => address[field].trim()),
    postalCode: readPinCode(address.postalCode) ?? address.postalCode.trim(),
    phone: formatTypedPhone(address.phone),
  };
}

/** Whether the courier collects the money of an order. */
export const isDueOnDelivery = ({ paymentMethod, status }: Pick<StoredOrder, 'paymentMethod' | 'status'>): boolean =>
  paymentMethod === 'Cash on delivery' && ['Processing', 'Shipped'].includes(getStatusName(status));

/** Sums the order lines in whole paise. Shipping is free. */
export function sumPaise(lines: Pick<StoredOrderLine, 'quantity' | 'pricePaise'>[]): number {
  return lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
}
