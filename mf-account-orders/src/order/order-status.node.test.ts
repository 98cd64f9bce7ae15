import { getOrderStatus } from './status-badge';

it.each([
  [0, 'Pending'],
  [1, 'Processing'],
  [2, 'Shipped'],
  [3, 'Delivered'],
  [4, 'Cancelled'],
  [5, 'Unknown'],
  [-1, 'Unknown'],
  [1.5, 'Unknown'],
])('maps status code %p to %s [3.order-05 3.order-06]', (code, name) => {
  expect(getOrderStatus(code).name).toBe(name);
});
