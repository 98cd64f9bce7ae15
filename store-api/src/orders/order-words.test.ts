import { createOrderId, normalizeOrderId } from './order-id';
import { isAllowedTransition, type OrderStatusName, orderStatuses, parseStatusName } from './order-status';
import { getPhoneKey } from './phone-number';

describe('order ids', () => {
  it('differ, and survive being read aloud and typed', () => {
    const ids = new Set(Array.from({ length: 1000 }, createOrderId));
    expect(ids.size).toBe(1000);
    for (const id of ids) expect(encodeURIComponent(id)).toBe(id);
    expect(normalizeOrderId(' tt 7q2m9kx4hb ')).toBe('TT-7Q2M9KX4HB');
    expect(normalizeOrderId('TT-o1lI000000')).toBe('TT-0111000000');
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
    expect(getPhoneKey(text)).toBe(key);
  });
});

describe('order moves', () => {
  it('are these and no others', () => {
    const allowed = orderStatuses.flatMap((from: OrderStatusName) =>
      orderStatuses.filter((to) => isAllowedTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(allowed).toEqual([
      'Pending → Processing',
      'Pending → Cancelled',
      'Processing → Shipped',
      'Processing → Cancelled',
      'Shipped → Delivered',
    ]);
    expect(parseStatusName(' SHIPPED ')).toBe('Shipped');
    expect(parseStatusName('sent')).toBeUndefined();
  });
});
