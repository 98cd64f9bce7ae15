import { styled } from '@shop/ui/core';
import { getOrderStatus, type OrderStatusName } from './order-status';

const Badge = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.75),
  padding: theme.spacing(0.5, 1.5, 0.5, 1),
  border: '1px solid currentColor',
  borderRadius: 999,
  fontSize: '0.875rem',
  fontWeight: 600,
  lineHeight: 1.4,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
  '&[data-tone="waiting"]': { color: theme.vars.palette.primary.main },
  '&[data-tone="good"]': { color: theme.vars.palette.accent },
  '&[data-tone="ended"]': { color: theme.vars.palette.error.main },
}));

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
    <Badge data-tone={tones[name]}>
      <Icon size={16} aria-hidden />
      {name}
    </Badge>
  );
}
