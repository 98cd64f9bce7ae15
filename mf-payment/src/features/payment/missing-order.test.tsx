import { anOrder } from '@shop/testing/builders';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen } from '@testing-library/react';
import { findPayButton, openPayment, orderId } from './testing/open-payment';

fakeStoreApi();

const items = [{ name: 'Masala Dabba', quantity: 1, price: 100 }];
const ofCheckout = { orderId, items, shownTotal: 100, total: 100 };

async function expectNotFound() {
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeInTheDocument();
  expect(screen.getByText(new RegExp(`^There is no order ${orderId} in your account\\.`))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View My Orders' })).toHaveAttribute('href', '/orders');
  expect(screen.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', `/track-order?id=${orderId}`);
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.queryByText(/could not be loaded|Your order is saved/)).not.toBeInTheDocument();
  expect(screen.queryAllByRole('term')).toEqual([]);
}

describe('an order that the shopper does not have', () => {
  const headers = { 'accept-order-pages': 'true' };
  const pages = { ...headers, 'x-total-count': '2' };
  const another = [anOrder({ id: 'TT-OTHER' })];

  it.each<[string, FakeAnswer, FakeAnswer | undefined]>([
    ['the shopper has no orders', { body: [], headers }, undefined],
    ['the shopper has other orders', { body: another, headers }, undefined],
    ['the order has another spelling', { body: [anOrder({ id: orderId.toLowerCase() })], headers }, undefined],
    ['it is not among older orders either', { body: another, headers: pages }, { status: 404, body: {} }],
    [
      'an older order has another spelling',
      { body: another, headers: pages },
      { body: anOrder({ id: orderId.toLowerCase() }) },
    ],
  ])('has no payment form when %s', async (_case, orders, older) => {
    if (older) answer('GET', `/orders/${orderId}`, older);
    openPayment({ orders });
    await expectNotFound();
    expect(calls('GET', `/orders/${orderId}`)).toHaveLength(older ? 1 : 0);
  });

  it('has no payment form when the history holds it, such as that of the shopper before', async () => {
    openPayment({ state: ofCheckout, orders: { body: another, headers } });
    await expectNotFound();
  });

  it('has no payment form when the fields do not load', async () => {
    openPayment({ orders: { body: [], headers } });
    answer('GET', '/payments/fields', { status: 500, body: {} });
    await expectNotFound();
  });

  it('replaces the form when another shopper has signed in before the return to the page', async () => {
    openPayment();
    await findPayButton();
    answer('GET', '/orders', { body: another, headers });
    fireEvent.focus(window);
    await expectNotFound();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

it('an order is paid for when the API announces no complete list of orders and the list lacks it', async () => {
  openPayment({ orders: { body: [anOrder({ id: 'TT-OTHER' })], headers: { 'x-total-count': '9' } } });
  await findPayButton();
  expect(screen.getByText(/amount of this order could not be loaded/)).toBeInTheDocument();
});

it('an order that the history names is read again after a reload, until the list of orders has it', async () => {
  const headers = { 'accept-order-pages': 'true' };
  openPayment({ state: ofCheckout, orders: { body: [], headers } });
  await expectNotFound();
  answer('GET', '/orders', { body: [anOrder({ id: orderId })], headers });
  expect(await screen.findByRole('form', {}, { timeout: 10_000 })).toBeInTheDocument();
});

it.each([
  ['with', 100, 'Total to pay'],
  ['without', undefined, 'Total at checkout'],
])('a new order %s a total of the API is paid for before the list of orders has it', async (_case, total, label) => {
  openPayment({ state: { ...ofCheckout, total }, orders: { body: [] }, isNew: true });
  await findPayButton();
  expect(screen.getByText(label)).toBeInTheDocument();
});
