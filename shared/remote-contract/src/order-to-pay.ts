/** An order that checkout hands to the payment page in navigation state. */
export interface OrderToPay {
  orderId: string;
  items: OrderToPayItem[];
  /** Rupees that checkout showed when the shopper placed the order. */
  shownTotal: number;
  /** Rupees that the server charges. Undefined when the response of `POST /orders` carried no total. */
  total?: number;
}

export interface OrderToPayItem {
  name: string;
  quantity: number;
  /** Rupees a piece. */
  price: number;
  size?: string;
  color?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function isItem(value: unknown): value is OrderToPayItem {
  return isRecord(value) && typeof value.name === 'string' && isAmount(value.quantity) && isAmount(value.price);
}

/**
 * Reads an order from navigation state. The two remotes ship separately and a state survives in the browser's history,
 * so the state is checked like any other input.
 *
 * @param state Navigation state of the payment page.
 * @param orderId The order that the page is about.
 * @returns Null when the state carries no readable order, or another order.
 * @example parseOrderToPay(useLocation().state, 'TT-1')
 */
export function parseOrderToPay(state: unknown, orderId: string): OrderToPay | null {
  if (!isRecord(state) || state.orderId !== orderId || !isAmount(state.shownTotal)) return null;
  if (!Array.isArray(state.items) || !state.items.every(isItem)) return null;
  const items = state.items.map(({ name, quantity, price, size, color }) => ({
    name,
    quantity,
    price,
    ...(typeof size === 'string' && { size }),
    ...(typeof color === 'string' && { color }),
  }));
  const { shownTotal, total } = state;
  return { orderId, items, shownTotal, ...(isAmount(total) && { total }) };
}
