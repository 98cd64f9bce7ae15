import { createOrderId, normalizeOrderId } from './order-id';

it('creates different order ids that are safe in URLs', () => {
  const ids = new Set(Array.from({ length: 1000 }, createOrderId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(encodeURIComponent(id)).toBe(id);
});

it('normalizes an order id that a person typed', () => {
  expect(normalizeOrderId(' tt 7q2m9kx4hb ')).toBe('TT-7Q2M9KX4HB');
  expect(normalizeOrderId('TT-o1lI000000')).toBe('TT-0111000000');
});

it.each([
  '#TT-7Q2M9KX4HB',
  'Order TT-7Q2M9KX4HB',
  'TT–7Q2M9KX4HB',
  'TT-7Q2M9KX4HB.',
  '“tt-7q2m 9kx4hb”',
  'TT7Q2M9KX4HB',
  '7Q2M9KX4HB',
  'TT-7Q2M9KX4HB?',
])('normalizes the copied order number %j', (typed) => expect(normalizeOrderId(typed)).toBe('TT-7Q2M9KX4HB'));

it('keeps a code that begins with TT', () => {
  expect(normalizeOrderId('TTAAAAAAAA')).toBe('TT-TTAAAAAAAA');
  expect(normalizeOrderId('TT-TTAAAAAAAA')).toBe('TT-TTAAAAAAAA');
});
