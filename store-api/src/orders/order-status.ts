/** Section 3: the codes an order's status has on the wire. */
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;

export type OrderStatusName = (typeof orderStatuses)[number];

export const getStatusCode = (name: OrderStatusName): number => orderStatuses.indexOf(name);

/** Where an order may go from where it is; delivered and cancelled orders stay. */
const moves: Record<OrderStatusName, readonly OrderStatusName[]> = {
  Pending: ['Processing', 'Cancelled'],
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
};

/** Where an order may go from a status. */
export function getNextStatuses(from: OrderStatusName): readonly OrderStatusName[] {
  return moves[from];
}

/** Says whether an order may move between two statuses. */
export function isAllowedTransition(from: OrderStatusName, to: OrderStatusName): boolean {
  return moves[from].includes(to);
}

/** `Shipped` for `shipped`, in any case; undefined for a word that is no status. */
export function parseStatusName(word: string): OrderStatusName | undefined {
  return orderStatuses.find((name) => name.toLowerCase() === word.trim().toLowerCase());
}

/** The name of a stored code. */
export function getStatusName(code: number): OrderStatusName {
  const name = orderStatuses[code];
  if (!name) throw new Error(`no order has status ${code}`);
  return name;
}
