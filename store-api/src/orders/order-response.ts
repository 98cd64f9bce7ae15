import type { OrderJson } from '@shop/api-contract/schemas/order';
import { type StoredOrder, sumPaise } from './orders.repository';

/** Creates the JSON of an order. Amounts are in rupees. Specification 3, "Order". */
export function createOrderResponse(order: StoredOrder): OrderJson {
  return {
    id: order.id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    items: order.lines.map(({ productId, title, quantity, pricePaise }) => ({
      id: productId,
      productTitle: title,
      quantity,
      price: pricePaise / 100,
    })),
    shippingAddress: order.shippingAddress,
    total: sumPaise(order.lines) / 100,
  };
}
