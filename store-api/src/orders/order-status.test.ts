import { isAllowedTransition, orderStatuses, parseStatusName } from './order-status';

it('allows only these transitions', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => isAllowedTransition(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'Pending → Processing',
    'Pending → Cancelled',
    'Processing → Shipped',
    'Processing → Cancelled',
    'Shipped → Delivered',
  ]);
});

it('parses a status name in any case', () => {
  expect(parseStatusName(' SHIPPED ')).toBe('Shipped');
  expect(parseStatusName('sent')).toBeUndefined();
});
