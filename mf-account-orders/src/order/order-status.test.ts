import { orderStatus } from './order-status';

it.each([
  [0, 'Pending'],
  [1, 'Processing'],
  [2, 'Shipped'],
  [3, 'Delivered'],
  [4, 'Cancelled'],
  [5, 'Unknown'],
  [-1, 'Unknown'],
  [1.5, 'Unknown'],
  [1e21, 'Unknown'],
])('calls code %p %s', (code, name) => {
  expect(orderStatus(code).name).toBe(name);
});
