import { getOrderStatus, type OrderStatusName } from './order-status';
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
  const { name, Icon } = getOrderStatus(code);
  return (
    <span className={styles.badge} data-tone={tones[name]}>
      <Icon size={16} aria-hidden />
      {name}
    </span>
  );
}
