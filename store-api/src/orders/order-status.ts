/** Names of the status codes 0 to 4. Specification 3, "Order". */
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;

export type OrderStatusName = (typeof orderStatuses)[number];

const nextStatuses: Record<OrderStatusName, readonly OrderStatusName[]> = {
  Pending: ['Processing', 'Cancelled'],
  Processing: ['Shipped', 'Cancelled'],
  Shipped: ['Delivered'],
  Delivered: [],
  Cancelled: [],
};

/** Returns the statuses that an order can change to. Delivered and cancelled orders never change. */
export function getNextStatuses(from: OrderStatusName): readonly OrderStatusName[] {
  return nextStatuses[from];
}

/** Tells whether an order can change from one status to another. */
export function isAllowedTransition(from: OrderStatusName, to: OrderStatusName): boolean {
  return nextStatuses[from].includes(to);
}

/** Parses a status name in any case. It is undefined when no status has the name. */
export function parseStatusName(word: string): OrderStatusName | undefined {
  return orderStatuses.find((name) => name.toLowerCase() === word.trim().toLowerCase());
}

export const getStatusCode = (name: OrderStatusName): number => orderStatuses.indexOf(name);

/** @throws When no status has the code. */
export function getStatusName(code: number): OrderStatusName {
  const name = orderStatuses[code];
  if (!name) throw new Error(`No order status has the code ${code}.`);
  return name;
}
