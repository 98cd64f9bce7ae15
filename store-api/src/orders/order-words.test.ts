import { newOrderId, orderIdFrom } from './order-id';
import { isAllowedMove, type OrderStatusName, orderStatuses, statusNamed } from './order-status';
import { phoneKey } from './phone-number';

describe('order ids', () => {
  it('differ, and survive being read aloud and typed', () => {
    const ids = new Set(Array.from({ length: 1000 }, newOrderId));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(encodeURIComponent(id)).toBe(id);
    expect(orderIdFrom(' tt 7q2m9kx4hb ')).toBe('TT-7Q2M9KX4HB');
    expect(orderIdFrom('TT-o1lI000000')).toBe('TT-0111000000');
  });
});

describe('phoneKey', () => {
  it.each([
    ['+91 98450 12345', '9845012345'],
    ['919845012345', '9845012345'],
    ['09845012345', '9845012345'],
    ['0091-98450-12345', '9845012345'],
    ['9145012345', '9145012345'],
    ['+44 20 7946 0000', undefined],
    ['+91', undefined],
    ['cook@example.com', undefined],
    ['', undefined],
  ])('reads %p as %p', (text, key) => {
    expect(phoneKey(text)).toBe(key);
  });
});

describe('order moves', () => {
  it('are these and no others', () => {
    const allowed = orderStatuses.flatMap((from: OrderStatusName) =>
      orderStatuses.filter((to) => isAllowedMove(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'Pending → Processing',
      'Pending → Cancelled',
      'Processing → Shipped',
      'Processing → Cancelled',
      'Shipped → Delivered',
    ]);
    expect(statusNamed(' SHIPPED ')).toBe('Shipped');
    expect(statusNamed('sent')).toBeUndefined();
  });
});
