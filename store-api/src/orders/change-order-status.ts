import type { OperatorResult } from '../operator/operator-result';
import { normalizeOrderId } from './order-id';
import { getNextStatuses, type OrderStatusName, orderStatuses, parseStatusName } from './order-status';
import type { OrdersRepository } from './orders.repository';

/**
 * Changes the status of an order for the shop's operator. An order that already has the status is not an error.
 *
 * @param status processing, shipped, delivered or cancelled, in any case.
 */
export async function changeOrderStatus(
  orders: OrdersRepository,
  orderId: string,
  status: string,
): Promise<OperatorResult> {
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
      return fail(`There is no order ${id}: copy the id from the order page, such as TT-7Q2M9KX4HB.`);
  }
}

function formatStatuses(statuses: readonly OrderStatusName[]): string {
  return statuses.map((name) => name.toLowerCase()).join(' or ');
}

function fail(message: string): OperatorResult {
  return { ok: false, message };
}
