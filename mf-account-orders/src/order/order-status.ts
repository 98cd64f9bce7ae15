import { CircleCheck, CircleQuestionMark, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';

export type OrderStatusName = 'Pending' | 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Unknown';

export interface OrderStatus {
  name: OrderStatusName;
  Icon: LucideIcon;
}

const unknown: OrderStatus = { name: 'Unknown', Icon: CircleQuestionMark };

/** The statuses of an order from Pending to Delivered. The index is the status code. Specification 4 "Order status flow". */
export const statusFlow: readonly OrderStatus[] = [
  { name: 'Pending', Icon: Clock },
  { name: 'Processing', Icon: Package },
  { name: 'Shipped', Icon: Truck },
  { name: 'Delivered', Icon: CircleCheck },
];

/** True when a status code is a step of `statusFlow`. False for Cancelled and for unknown codes. */
export function isStep(code: number): boolean {
  return code in statusFlow;
}

/** Statuses by code. Specification 3 "Order". */
const statuses: readonly OrderStatus[] = [...statusFlow, { name: 'Cancelled', Icon: CircleX }];

/** Returns the status of a code. A code without a name is Unknown. */
export function getOrderStatus(code: number): OrderStatus {
  return statuses[code] ?? unknown;
}
