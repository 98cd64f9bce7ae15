import { anOrder } from '@shop/testing/builders';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { findPayButton, openPayment, orderId } from './testing/open-payment';

fakeStoreApi();

const items = [
  { name: 'Hammered Copper Saucepan', quantity: 2, price: 1999.5 },
  { name: 'Masala Dabba', quantity: 1, price: 100 },
];

/** Terms and amounts of the summary. */
const getAmounts = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

describe('the amount on the payment page', () => {
  it('shows items and total that checkout handed over', async () => {
    openPayment({ state: { orderId, items, shownTotal: 4099, total: 4099 } });
    await findPayButton();
    expect(getAmounts()).toEqual([
      ['Hammered Copper Saucepan × 2', '₹3,999'],
      ['Masala Dabba × 1', '₹100'],
      ['Total to pay', '₹4,099'],
    ]);
  });

  it.each([
    ['no navigation state', undefined],
    ['the order id alone', { orderId }],
    ['another order', { orderId: 'TT-2', items, shownTotal: 1, total: 1 }],
    ['unreadable items', { orderId, items: [{ name: 7 }], shownTotal: 1, total: 1 }],
  ])('loads items and total of the order with %s', async (_case, state) => {
    openPayment({ state });
    await findPayButton();
    expect(getAmounts()).toEqual([
      ['Hammered Copper Saucepan × 2', '₹9,998'],
      ['Total to pay', '₹9,998'],
    ]);
  });

  it('does not offer the form before the amount has loaded', async () => {
    const { promise, resolve } = createDeferred();
    openPayment({ orders: { body: [anOrder({ id: orderId })], after: promise } });
    await waitFor(() => expect(calls('GET', '/payments/fields')).toHaveLength(1));
    expect(await screen.findByText('Loading payment form')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Pay Now' })).not.toBeInTheDocument();
    resolve();
    await findPayButton();
    expect(getAmounts().at(-1)).toEqual(['Total to pay', '₹9,998']);
  });

  it.each<[string, FakeAnswer]>([
    ['the call fails', { status: 500, body: {} }],
    ['the order has no readable items', { body: [{ id: orderId }] }],
  ])('says that the amount could not be loaded when %s, and loads it on request', async (_case, orders) => {
    const { user } = openPayment({ orders });
    await findPayButton();
    expect(screen.getByText(/^The amount of this order could not be loaded\./)).toBeInTheDocument();
    expect(screen.queryByRole('term')).not.toBeInTheDocument();
    answer('GET', '/orders', { body: [anOrder({ id: orderId })] });
    await user.click(screen.getByRole('button', { name: 'Load the amount again' }));
    expect(await screen.findByText('Total to pay')).toBeInTheDocument();
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toHaveFocus();
  });

  it.each<[string, FakeAnswer, string[]]>([
    [
      'shows that of an order which is older than the list',
      { body: anOrder({ id: orderId }) },
      ['Total to pay', '₹9,998'],
    ],
    ['is unknown when the older order does not load', { status: 500, body: {} }, []],
  ])('%s', async (_case, older, amount) => {
    const headers = { 'accept-order-pages': 'true', 'x-total-count': '2' };
    answer('GET', `/orders/${orderId}`, older);
    openPayment({ orders: { body: [anOrder({ id: 'TT-NEW' })], headers } });
    await findPayButton();
    expect(screen.queryAllByRole('term').length > 0 ? getAmounts().at(-1) : []).toEqual(amount);
    expect(screen.queryAllByText(/^The amount of this order could not be loaded\./)).toHaveLength(
      amount.length > 0 ? 0 : 1,
    );
    expect(calls('GET', `/orders/${orderId}`)[0]?.query).toEqual({});
  });

  it('offers the form after the timeout when the amount is slow, and loads the amount on request', async () => {
    const { user } = openPayment({ orders: 'never' });
    expect(await screen.findByRole('button', { name: 'Pay Now' }, { timeout: 10_000 })).toBeInTheDocument();
    expect(screen.getByText(/^The amount of this order could not be loaded\./)).toBeInTheDocument();
    answer('GET', '/orders', { body: [anOrder({ id: orderId })] });
    await user.click(screen.getByRole('button', { name: 'Load the amount again' }));
    expect(await screen.findByText('Total to pay')).toBeInTheDocument();
    expect(calls('GET', '/orders')).toHaveLength(2);
  });

  it.each<[string, FakeAnswer]>([
    ['its read fails', { status: 500, body: {} }],
    ['its read does not end', 'never'],
  ])(
    'shows nothing of an order in the history, such as that of the shopper before, while %s',
    async (_case, orders) => {
      openPayment({ state: { orderId, items, shownTotal: 4099, total: 4099 }, orders });
      expect(await screen.findByRole('button', { name: 'Pay Now' }, { timeout: 10_000 })).toBeInTheDocument();
      expect(screen.getByText(/^The amount of this order could not be loaded\./)).toBeInTheDocument();
      expect(screen.queryAllByRole('term')).toEqual([]);
    },
  );

  it('shows the total of checkout, marked as such, when the server’s total could not be loaded', async () => {
    openPayment({ state: { orderId, items, shownTotal: 4099 }, orders: 'no response', isNew: true });
    await findPayButton();
    expect(getAmounts().at(-1)).toEqual(['Total at checkout', '₹4,099']);
    expect(screen.getByText(/^The amount of this order could not be loaded\./)).toBeInTheDocument();
  });
});

describe('an order that costs another amount than checkout showed', () => {
  it.each([
    ['more', 4500, '₹4,500'],
    ['less', 3900, '₹3,900'],
  ])('asks for a confirmation before the form when it costs %s', async (_case, total, text) => {
    const { user } = openPayment({ state: { orderId, items, shownTotal: 4099, total } });
    expect(await screen.findByRole('heading', { level: 2, name: 'The total has changed' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(`Checkout showed ₹4,099. The total is now ${text}`);
    expect(screen.queryByLabelText('UPI ID')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: `Continue with ${text}` }));
    expect(await screen.findByLabelText('UPI ID')).toBeInTheDocument();
    expect(getAmounts().at(-1)).toEqual(['Total to pay', text]);
    expect(screen.getByRole('heading', { level: 1, name: 'Complete Your Payment' })).toHaveFocus();
  });

  it('compares with the loaded order when the response of checkout had no total', async () => {
    openPayment({ state: { orderId, items, shownTotal: 4099 } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Checkout showed ₹4,099. The total is now ₹9,998');
    expect(calls('POST')).toEqual([]);
  });

  it('needs no confirmation for a difference below one paisa', async () => {
    openPayment({ state: { orderId, items, shownTotal: 0.1 + 0.2, total: 0.3 } });
    await findPayButton();
    expect(getAmounts().at(-1)).toEqual(['Total to pay', '₹0.3']);
  });
});
