import { text, useTexts } from '@shop/language/texts';
import { CircleCheck, CircleQuestionMark, CircleX, Clock, type LucideIcon, Package, Truck } from 'lucide-react';
import * as styles from './status-badge.module.css';

const tones: Partial<Record<OrderStatusName, 'waiting' | 'good' | 'ended'>> = {
  Pending: 'waiting',
  Processing: 'good',
  Shipped: 'good',
  Delivered: 'good',
  Cancelled: 'ended',
};

/** Status of an order as icon and text. The colour repeats what the text says. */
export function StatusBadge({ code }: { code: number }) {
  const t = useTexts();
  const { name, Icon } = getOrderStatus(code);
  return (
    <span className={styles.badge} data-tone={tones[name]}>
      <Icon size={16} aria-hidden />
      <span>{t(name)}</span>
    </span>
  );
}

type OrderStatusName = 'Pending' | 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Unknown';

interface OrderStatus {
  name: OrderStatusName;
  Icon: LucideIcon;
}

const unknown: OrderStatus = { name: text('Unknown'), Icon: CircleQuestionMark };

/** The statuses of an order from Pending to Delivered. The index is the status code. Specification 4 "Order status flow". */
export const statusFlow: readonly OrderStatus[] = [
  { name: text('Pending'), Icon: Clock },
  { name: text('Processing'), Icon: Package },
  { name: text('Shipped'), Icon: Truck },
  { name: text('Delivered'), Icon: CircleCheck },
];

/** True when a status code is a step of `statusFlow`. False for Cancelled and for unknown codes. */
export function isStep(code: number): boolean {
  return code in statusFlow;
}

/** Statuses by code. Specification 3 "Order". */
const statuses: readonly OrderStatus[] = [...statusFlow, { name: text('Cancelled'), Icon: CircleX }];

/** Returns the status of a code. A code without a name is Unknown. */
export function getOrderStatus(code: number): OrderStatus {
  return statuses[code] ?? unknown;
}
