import type { Order } from '@shop/api-contract/decoders/order';
import { useSession } from '@shop/session/use-session';
import { paymentApi } from '../../api/payment.endpoints';
import { useIsOverdue } from '../../order/use-is-overdue';

/** The order that the shopper has just placed, with its total in rupees. */
export type PlacedOrder = Order & { total: number };

export type PlacedOrderState =
  /** The address names no order, or an order that is not found and whose number the page does not repeat. */
  | { kind: 'none' }
  | { kind: 'loading' }
  /** The order has not loaded in time, the shopper is signed out, or it is not an order of the shopper. It may still load. */
  | { kind: 'unknown'; orderId: string }
  | { kind: 'ready'; order: PlacedOrder };

/** What the number of an unknown order looks like. The page repeats no other text of its address. */
const orderNumber = /^[\w-]{1,40}$/;

/**
 * Loads an order of the shopper.
 *
 * @param orderId Order number of the address. Without one, and for visitors, no call is made.
 */
export function usePlacedOrder(orderId: string): PlacedOrderState {
  const { status } = useSession();
  const skip = status !== 'signed-in' || !orderId;
  const { currentData: order, isError, isSuccess } = paymentApi.usePaymentOrderQuery({ orderId, attempt: 0 }, { skip });
  const isKnown = Boolean(order) || status === 'signed-out' || isError || isSuccess;
  const isOverdue = useIsOverdue(!isKnown && orderId !== '', orderId);
  if (order) {
    const total = order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    return { kind: 'ready', order: { ...order, total } };
  }
  if (!orderId) return { kind: 'none' };
  if (!isKnown && !isOverdue) return { kind: 'loading' };
  return orderNumber.test(orderId) ? { kind: 'unknown', orderId } : { kind: 'none' };
}
