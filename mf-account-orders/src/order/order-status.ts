import { CircleCheck, CircleQuestionMark, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';

export type OrderStatusName = 'Pending' | 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Unknown';

export interface OrderStatus {
  name: OrderStatusName;
  Icon: LucideIcon;
}

const unknown: OrderStatus = { name: 'Unknown', Icon: CircleQuestionMark };

/** The way of an order that is not cancelled, in order. Specification 4 "Order status flow". */
export const statusFlow: readonly OrderStatus[] = [
  { name: 'Pending', Icon: Clock },
  { name: 'Processing', Icon: Package },
  { name: 'Shipped', Icon: Truck },
  { name: 'Delivered', Icon: CircleCheck },
];

/** True when a code is a step of that way; a cancelled order, and a code without a name, are on none. */
export function isStep(code: number): boolean {
  return code in statusFlow;
}

/** By code. Specification 3 "Order". */
const statuses: readonly OrderStatus[] = [...statusFlow, { name: 'Cancelled', Icon: CircleX }];

/** The status of a code; a code without a name is Unknown. */
export function orderStatus(code: number): OrderStatus {
  return statuses[code] ?? unknown;
}
