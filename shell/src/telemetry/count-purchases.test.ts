import { countPurchases } from './count-purchases';

const navigation = new EventTarget();
const go = (path: string) => {
  window.history.pushState(null, '', path);
  navigation.dispatchEvent(new Event('currententrychange'));
};
let counted: string[] = [];
const open = (path: string, type = 'navigate') => {
  counted = [];
  window.history.replaceState(null, '', path);
  Object.assign(window, { navigation });
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  countPurchases((counter) => counted.push(counter));
};
afterAll(() => window.history.replaceState(null, '', '/'));

it('counts a visit of the checkout and of the success page once in a document', () => {
  open('/cart');
  for (const path of ['/checkout', '/cart', '/checkout?step=2', '/order-success']) go(path);
  expect(counted).toEqual(['checkoutsStarted', 'ordersPlaced']);
});

it('counts a document that starts at the success page, as a bank opens it, but not its reload', () => {
  open('/order-success?orderId=1');
  expect(counted).toEqual(['ordersPlaced']);
  open('/order-success?orderId=1', 'reload');
  expect(counted).toEqual([]);
});
