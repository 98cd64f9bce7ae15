import type { OperatorResult } from '../operator/operator-result';
import { normalizeOrderId } from './order-id';
import { getNextStatuses, type OrderStatusName, orderStatuses, parseStatusName } from './order-status';
import type { OrdersRepository } from './orders.repository';

/**
 * Moves an order for the operator of the shop. An order that is there already stays, and that is no failure.
 *
 * @param statusWord processing, shipped, delivered or cancelled, in any case.
 */
export async function changeOrderStatus(
  orders: OrdersRepository,
  typedId: string,
  statusWord: string,
): Promise<OperatorResult> {
  const id = normalizeOrderId(typedId);
  const to = parseStatusName(statusWord);
  if (!to || to === 'Pending') {
    return refused(`"${statusWord}" is no status an order can move to: use ${wordsOf(orderStatuses.slice(1))}.`);
  }
  const outcome = await orders.move(id, to);
  switch (outcome.kind) {
    case 'moved':
      return { ok: true, message: `Order ${id} went from ${outcome.from} to ${to}.` };
    case 'there':
      return { ok: true, message: `Order ${id} is ${to} already; nothing was changed.` };
    case 'refused': {
      const next = getNextStatuses(outcome.from);
      const instead = next.length > 0 ? `use ${wordsOf(next)}` : 'it stays as it is';
      return refused(`Order ${id} is ${outcome.from} and cannot become ${to}: ${instead}.`);
    }
    case 'unknown':
      return refused(`There is no order ${id}: take the id from the order page, such as TT-7Q2M9KX4HB.`);
  }
}

function wordsOf(statuses: readonly OrderStatusName[]): string {
  return statuses.map((name) => name.toLowerCase()).join(' or ');
}

function refused(message: string): OperatorResult {
  return { ok: false, message };
}
