import { shippingFields } from '@shop/api-contract/shipping-fields';
import { formatInr } from '@shop/money/format';
import { type CatalogSource, NotAShopifyExportError } from '../catalog-import/catalog-file';
import { type ImportOptions, importCatalog } from '../catalog-import/import-catalog';
import { ImportCurrencyError } from '../catalog-import/import-currency';
import { formatImportReport } from '../catalog-import/import-report';
import type { StoreDatabase } from '../database/database';
import { formatLineChoice } from '../orders/chosen-lines';
import { normalizeOrderId } from '../orders/order-id';
import {
  getNextStatuses,
  getStatusName,
  type OrderStatusName,
  orderStatuses,
  parseStatusName,
} from '../orders/order-status';
import { isDueOnDelivery, type OrdersRepository, type StoredOrder, sumPaise } from '../orders/orders.repository';
import { formatPaymentNotes } from '../payments/payment-form';
import type { PaymentsRepository } from '../payments/payments.repository';
import { createTexts, toLine } from '../texts/texts';

/** Result of an operator's command. The message is printed. */
export interface OperatorResult {
  ok: boolean;
  message: string;
}

/**
 * Runs a command about an order for the shop's operator.
 *
 * @param action  Absent: the order is shown. `paid`: its UPI payment has arrived. Otherwise its next status.
 * @param reference  Of a UPI payment, with `paid` only. Needed for an order with several UPI payments, and for a second credit.
 */
export async function runOrderCommand(
  { orders, payments }: { orders: OrdersRepository; payments: PaymentsRepository },
  id: string,
  action?: string,
  reference?: string,
): Promise<OperatorResult> {
  if (action === undefined) return showOrder(orders, id);
  if (action.trim().toLowerCase() === 'paid') return recordArrival(payments, id, reference);
  if (reference !== undefined) return fail('Only "paid" takes a reference: leave it out.');
  return changeOrderStatus(orders, id, action);
}

/**
 * Changes the status of an order for the shop's operator. An order that already has the status is not an error.
 *
 * @param status processing, shipped, delivered or cancelled, in any case.
 */
async function changeOrderStatus(orders: OrdersRepository, orderId: string, status: string): Promise<OperatorResult> {
  const id = normalizeOrderId(orderId);
  const to = parseStatusName(status);
  if (!to || to === 'Pending') {
    return fail(`"${status}" is not a status an order can change to: use ${formatStatuses(orderStatuses.slice(1))}.`);
  }
  const change = await orders.changeStatus(id, to);
  switch (change.kind) {
    case 'changed':
      return { ok: true, message: `Order ${id} changed from ${change.from} to ${to}.` };
    case 'unchanged':
      return { ok: true, message: `Order ${id} is already ${to}. Nothing changed.` };
    case 'rejected': {
      const next = getNextStatuses(change.from);
      const advice = next.length > 0 ? `use ${formatStatuses(next)}` : `a ${change.from} order never changes`;
      return fail(`Order ${id} is ${change.from} and cannot become ${to}: ${advice}.`);
    }
    case 'notFound':
      return failUnknownOrder(id);
  }
}

/** Shows an order to the shop's operator: its status, what to pack, what it costs, whether it is paid, and where to send it. */
export async function showOrder(orders: OrdersRepository, orderId: string): Promise<OperatorResult> {
  const order = await orders.findById(normalizeOrderId(orderId));
  if (!order) return failUnknownOrder(normalizeOrderId(orderId));
  const { id, status, createdAt, lines, shippingAddress } = order;
  const t = createTexts('en');
  const message = [
    `Order ${id}, ${getStatusName(status)}, placed ${createdAt.toISOString()}`,
    ...lines.map(({ quantity, title, ...choice }) =>
      toLine(`${quantity} × ${[title, ...formatLineChoice(choice, t)].join(', ')}`),
    ),
    `Total: ${formatInr(sumPaise(lines) / 100)}`,
    formatPayment(order),
    ...formatPaymentNotes(order.paymentNotes ?? {}).map(toLine),
    toLine(`Deliver to: ${shippingFields.map((field) => shippingAddress[field]).join(', ')}`),
  ].join('\n');
  return { ok: true, message };
}

/** Formats whether an order is paid, and what the courier collects. */
function formatPayment({ paymentMethod, lines, status }: StoredOrder): string {
  if (!paymentMethod) return 'No payment is recorded.';
  if (paymentMethod !== 'Cash on delivery') return `Paid: ${paymentMethod}`;
  return isDueOnDelivery({ paymentMethod, status })
    ? `Collect on delivery: ${formatInr(sumPaise(lines) / 100)}`
    : 'Cash on delivery: nothing to collect';
}

/** References that a message names. */
const maxNamedReferences = 5;

/** The number of a UPI transaction in the statement of a bank. References of the shop begin with a letter. */
const bankNumber = /^\d{12}$/;

/**
 * Records that the money of a UPI payment has arrived: no bank tells the shop. It pays the order, unless the order is cancelled or
 * paid otherwise: then the money is in the list of refunds.
 *
 * @param reference  The payment. It may be absent for the only UPI payment of an order. A second credit of a payment has the number
 *   of the bank.
 */
async function recordArrival(
  payments: PaymentsRepository,
  orderId: string,
  reference?: string,
): Promise<OperatorResult> {
  const id = normalizeOrderId(orderId);
  const known = await payments.listUpi(id);
  const name = reference?.trim().toUpperCase();
  const arrived = known.find(
    (one) => !bankNumber.test(one.reference) && (one.status === 'accepted' || one.surplusAt !== null),
  );
  if (!name && arrived) return failArrived(arrived.reference);
  if (!name && known.length > 1) {
    const references = known.slice(0, maxNamedReferences).map((one) => one.reference);
    return fail(
      `Order ${id} has ${known.length} UPI payments: name the reference of the bank's statement, such as ${references.join(', ')}.`,
    );
  }
  const listed = (surplus: string): OperatorResult => ({
    ok: true,
    message: `Order ${id} takes no payment: the money of ${surplus} is in the list of refunds.`,
  });
  if (name && arrived && bankNumber.test(name)) {
    if ((await payments.receiveAgain(arrived, name)) === 'surplus') return listed(name);
    const booked = await payments.findByReference(name);
    return fail(
      `The money of ${name} has arrived already, and is booked for a refund of order ${booked?.orderId ?? id}. Nothing changed.`,
    );
  }
  const payment = name ? known.find((one) => one.reference === name) : known[0];
  if (!payment) {
    const which = name ? ` ${name}: name the reference that begins with P in the bank's statement` : '';
    return fail(`Order ${id} has no UPI payment${which}.`);
  }
  const outcome = await payments.receive(payment);
  if (outcome === 'settled') return failArrived(payment.reference);
  if (outcome === 'surplus') return listed(payment.reference);
  const { orderStatus } = (await payments.findByReference(payment.reference)) ?? payment;
  return { ok: true, message: `Order ${id} is paid with ${payment.reference}, and is ${getStatusName(orderStatus)}.` };
}

/** A repeated booking is an error, because the shopper may have paid twice. */
function failArrived(reference: string): OperatorResult {
  return fail(
    `The money of ${reference} has arrived already, and is booked once. If the bank's statement has one credit of it, nothing is left to do. For another payment, name its reference, not the number of the bank. Only if the statement has a second credit of ${reference}, name the 12 digits of that second UPI transaction: its money is then listed for a refund.`,
  );
}

/** Refunds that one listing shows. */
const maxListedRefunds = 100;

/** Lists the money that arrived for orders which were paid otherwise or cancelled, and that was not refunded yet. */
export async function listRefunds(payments: PaymentsRepository): Promise<OperatorResult> {
  const due = await payments.listDueRefunds(maxListedRefunds);
  const lines = due.map(
    ({ reference, orderId, method, paise, surplusAt }) =>
      `${reference}  ${formatInr(paise / 100)}  order ${orderId}  ${method}, due since ${surplusAt.toISOString()}`,
  );
  return { ok: true, message: lines.join('\n') || 'No refund is due.' };
}

/** Records that the operator has paid a refund out at the bank. A repeated call is an error, because it may be a mistake. */
export async function recordRefund(payments: PaymentsRepository, reference: string): Promise<OperatorResult> {
  const name = reference.trim().toUpperCase();
  return (await payments.recordRefund(name))
    ? { ok: true, message: `The refund of ${name} is recorded.` }
    : fail(`No refund of ${name} is due: copy the reference from the list of refunds.`);
}

const failUnknownOrder = (id: string): OperatorResult =>
  fail(`There is no order ${id}: copy the id from the order page, such as TT-7Q2M9KX4HB.`);

function formatStatuses(statuses: readonly OrderStatusName[]): string {
  return statuses.map((name) => name.toLowerCase()).join(' or ');
}

function fail(message: string): OperatorResult {
  return { ok: false, message };
}

const noProduct =
  'The file contains no product that can be imported: correct the lines above, or export the file again.';

/** Imports a Shopify product export for the shop's operator. The message fits a screen. */
export async function runCatalogImport(
  db: StoreDatabase,
  source: CatalogSource,
  options: ImportOptions = {},
): Promise<OperatorResult> {
  try {
    const report = await importCatalog(db, source, options);
    const isEmpty = report.stored + Object.values(report.notSold).reduce((sum, products) => sum + products, 0) === 0;
    return { ok: !isEmpty, message: [...formatImportReport(report), ...(isEmpty ? [noProduct] : [])].join('\n') };
  } catch (error) {
    if (!(error instanceof NotAShopifyExportError || error instanceof ImportCurrencyError)) throw error;
    return { ok: false, message: error.message };
  }
}
