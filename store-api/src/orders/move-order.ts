import type { OperatorReply } from '../operator/operator-reply';
import { orderIdFrom } from './order-id';
import { orderStatuses, statusNamed } from './order-status';
import type { OrdersRepository } from './orders.repository';

/**
 * Moves an order for the operator of the shop.
 *
 * @param statusWord processing, shipped, delivered or cancelled, in any case.
 */
export async function moveOrder(orders: OrdersRepository, typedId: string, statusWord: string): Promise<OperatorReply> {
  const id = orderIdFrom(typedId);
  const to = statusNamed(statusWord);
  if (!to || to === 'Pending') {
    const words = orderStatuses.slice(1).map((name) => name.toLowerCase());
    return refused(`"${statusWord}" is no status an order can move to: use ${words.join(', ')}.`);
  }
  const outcome = await orders.move(id, to);
  switch (outcome.kind) {
    case 'moved':
      return { ok: true, sentence: `Order ${id} went from ${outcome.from} to ${to}.` };
    case 'refused':
      return refused(`Order ${id} is ${outcome.from} and cannot become ${to}.`);
    case 'unknown':
      return refused(`There is no order ${id}.`);
  }
}

function refused(sentence: string): OperatorReply {
  return { ok: false, sentence };
}
