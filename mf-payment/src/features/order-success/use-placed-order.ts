import type { Order } from '@shop/api-contract/decoders/order';
import { useSession } from '@shop/session/use-session';
import { paymentApi } from '../../api/payment.endpoints';

/** The order that the shopper has just placed, with its total in rupees. */
export type PlacedOrder = Order & { total: number };

/**
 * Loads an order of the shopper.
 *
 * @param orderId Empty when the address names no order: then no call is made.
 * @returns Null until it has loaded, when it does not load, to visitors, and when it is not an order of the shopper.
 */
export function usePlacedOrder(orderId: string): PlacedOrder | null {
  const { isSignedIn } = useSession();
  const skip = !isSignedIn || !orderId;
  const { currentData: order } = paymentApi.usePaymentOrderQuery({ orderId, attempt: 0 }, { skip });
  return order
    ? { ...order, total: order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) }
    : null;
}
