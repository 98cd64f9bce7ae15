import { storeApi } from '@shop/api-client/store-api';
import { cartRead } from '@shop/cart/cart-slice';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import {
  answer,
  calls,
  createDeferred,
  type FakeAnswer,
  fakeStoreApi,
  type RecordedCall,
} from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import {
  answerPrice,
  dabba,
  fillAddress,
  findStoredCart,
  findStoredDraft,
  findSubmitButton,
  getField,
  getNotifications,
  largerSaucepan,
  openCheckout,
  openFilledCheckout,
  saucepan,
  submitOrder,
  typedAddress,
} from './testing/open-checkout';

fakeStoreApi();

const sentKey = 'until-sign-out:checkout_sent';

describe('placing an order', () => {
  it('sends summed quantities and the trimmed address in one call [7.calls-15 R.20-1 R.20-2]', async () => {
    await submitOrder(
      { body: { id: 'TT-1' } },
      {
        lines: [saucepan, largerSaucepan, dabba],
        address: { ...typedAddress, 'Full Name': '  Asha Rao ', Address: ' 1 MG Road\n' },
      },
    );
    await screen.findByText('Elsewhere');
    expect(calls('POST')).toHaveLength(1);
    const [call] = calls('POST', '/orders');
    expect(call?.headers.get('authorization')).toBe('Bearer abc');
    expect(call?.body).toEqual({
      products: { p1: 5, p2: 1 },
      shippingAddress: {
        fullName: 'Asha Rao',
        address: '1 MG Road',
        city: 'Pune',
        state: 'Maharashtra',
        postalCode: '411001',
        phone: '+91 98765 43210',
      },
    });
  });

  it('sends the chosen lines beside the quantities to an API that announces them [R.20-1 R.20-2]', async () => {
    answer('GET', '/storeInfo', { body: aStoreInfo(), headers: { 'accept-order-lines': 'true' } });
    await submitOrder({ body: { id: 'TT-1' } }, { lines: [saucepan, largerSaucepan, dabba] });
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')[0]?.body).toMatchObject({
      products: { p1: 5, p2: 1 },
      lines: [saucepan, largerSaucepan, dabba].map(({ id, quantity, selectedSize: size, selectedColor: color }) => ({
        id,
        quantity,
        ...(size && { size }),
        ...(color && { color }),
      })),
    });
  });

  it('sends PIN code and phone as they read, whatever was pasted around them', async () => {
    const pasted = { ...typedAddress, 'Postal Code': '\u200b४११ ००१', Phone: '\u202atel:+९१ 98765–43210\u202c' };
    await submitOrder({ body: { id: 'TT-1' } }, { address: pasted });
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')[0]?.body).toMatchObject({
      shippingAddress: { postalCode: '411001', phone: '+91 98765-43210' },
    });
  });

  it.each([
    ['Address', 501, 500],
    ['Full Name', 201, 200],
    ['Phone', 31, 30],
  ])('says at the field %s that %i characters are too many, and sends nothing', async (label, count, max) => {
    const { user } = await openFilledCheckout();
    await user.clear(getField(label));
    await user.click(getField(label));
    await user.paste('x'.repeat(count));
    await user.click(await findSubmitButton());
    expect(await screen.findByText(`That is ${count} characters. Please use no more than ${max}.`)).toBeInTheDocument();
    expect(getField(label)).toHaveFocus();
    expect(getField(label)).toHaveValue('x'.repeat(count));
    expect(calls('POST')).toEqual([]);
  });

  it.each([
    ['id', { id: 'TT/1 x' }, '?orderId=TT%2F1%20x'],
    ['data.id', { data: { id: 7 } }, '?orderId=7'],
  ])(
    'reads the order id from %s and navigates to payment before it empties the cart [2.checkout-05 4.checkout-01 7.calls-16 R.23-1]',
    async (_place, body, search) => {
      answer('POST', '/orders', { body });
      const { user, store, location } = await openFilledCheckout();
      const emptiedAt: string[] = [];
      store.subscribe(() => {
        if (store.getState().cart.lines.length === 0) emptiedAt.push(location().pathname);
      });
      await user.click(await findSubmitButton());
      await screen.findByText('Elsewhere');
      expect(location()).toMatchObject({ pathname: '/payment', search });
      expect(emptiedAt[0]).toBe('/payment');
      expect(findStoredCart()).toEqual([]);
      expect(findStoredDraft()).toBeNull();
      expect(getNotifications()).toBeEmptyDOMElement();
    },
  );

  it('sends one order on two fast clicks [2.checkout-04 4.checkout-01 R.15-2]', async () => {
    const reply = createDeferred();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    const { user } = await openFilledCheckout([saucepan, dabba]);
    await user.dblClick(await findSubmitButton());
    expect(await findSubmitButton('Processing...')).toBeDisabled();
    await user.type(getField('City'), '{Enter}');
    // The ordered lines stay visible while the order is sent.
    expect(screen.getByText('Masala Dabba')).toBeInTheDocument();
    reply.resolve();
    await screen.findByText('Elsewhere');
    expect(calls('POST')).toHaveLength(1);
  });

  it('shows a running order to a shopper who leaves and comes back', async () => {
    const reply = createDeferred();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    answer('GET', '/orders', { body: [] });
    const { user, back } = openCheckout([saucepan], { at: '/cart' });
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST')).toHaveLength(1));
    back();
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    expect(await findSubmitButton('Processing...')).toBeDisabled();
    reply.resolve();
    await screen.findByText('Elsewhere');
    expect(calls('POST')).toHaveLength(1);
  });

  it('shows the order that waits to a shopper who goes back before the payment page has loaded', async () => {
    window.localStorage.setItem('auth_token', 'abc');
    window.localStorage.setItem('cart', JSON.stringify([saucepan]));
    answerPrice('p1', saucepan.price);
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    answer('GET', '/orders', { body: [{ id: 'TT-1', status: 0 }] });
    const { user, location, back } = renderRoutes({
      paths: { ...paths, payment: { ...paths.checkout, pattern: '/payment' } },
      routes: { ...routes, payment: () => new Promise(() => {}) },
      at: '/checkout',
    });
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(location().pathname).toBe('/payment'));
    back();
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(await screen.findByRole('heading', { name: 'Your order is waiting for payment' })).toBeInTheDocument();
    expect(screen.getByText(saucepan.name)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Place Order' })).not.toBeInTheDocument();
  });

  it('keeps pieces in the cart that were added after the order was sent', async () => {
    const reply = createDeferred();
    const { store, user } = openCheckout([saucepan, dabba]);
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST')).toHaveLength(1));
    const other = { ...dabba, id: 'p3' };
    const lines = [{ ...saucepan, quantity: 3 }, dabba, other];
    window.localStorage.setItem('cart', JSON.stringify(lines));
    act(() => void store.dispatch(cartRead(lines)));
    reply.resolve();
    await screen.findByText('Elsewhere');
    await waitFor(() => expect(findStoredCart()).toEqual([{ ...saucepan, quantity: 1 }, other]));
    expect(getNotifications()).toBeEmptyDOMElement();
  });

  it('stays on the page of a shopper who has left checkout, and says how to pay later', async () => {
    const reply = createDeferred();
    const { user, location, goTo } = openCheckout();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST')).toHaveLength(1));
    goTo('/products');
    reply.resolve();
    expect(await screen.findByText('Order placed / You can pay for it from My Orders.')).toBeInTheDocument();
    await waitFor(() => expect(findStoredCart()).toEqual([]));
    expect(location().pathname).toBe('/products');
    expect(findStoredDraft()).toBeNull();
  });

  it.each([
    ['placed', 200, { id: 'TT-1' }],
    ['rejected', 422, { error: 'No' }],
  ])('stores nothing of an order that is %s after its shopper has signed out', async (outcome, status, body) => {
    const { promise: after, resolve } = createDeferred();
    const { user, goTo } = await openFilledCheckout();
    window.localStorage.setItem(sentKey, JSON.stringify({ key: 'earlier', sentAt: Date.now() }));
    answer('GET', '/orders', { body: [] });
    answer('POST', '/orders', { status, body, after });
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST')).toHaveLength(1));
    window.localStorage.removeItem(sentKey);
    window.sessionStorage.clear();
    window.sessionStorage.setItem('signed-out', '1');
    goTo('/login');
    await screen.findByText('Elsewhere');
    // The next shopper types an address in this tab.
    window.sessionStorage.setItem('checkout_draft', '{"city":"Nagpur"}');
    resolve();
    if (outcome === 'placed') await waitFor(() => expect(findStoredCart()).toEqual([]));
    else await act(() => new Promise((end) => setTimeout(end, 100)));
    expect({ ...window.sessionStorage }).toEqual({ 'signed-out': '1', checkout_draft: '{"city":"Nagpur"}' });
    expect(window.localStorage.getItem(sentKey)).toBeNull();
    expect(getNotifications()).not.toHaveTextContent(/Order placed|Error placing order/);
  });

  it('refetches lists of orders', async () => {
    const { endpoints } = storeApi.injectEndpoints({
      endpoints: (build) => ({
        testOrders: build.query<unknown, void>({ query: () => '/orders', providesTags: ['Order'] }),
      }),
    });
    answer('GET', '/orders', { body: [] });
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user, store } = openCheckout();
    await act(async () => void (await store.dispatch(endpoints.testOrders.initiate())));
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(2));
  });
});

describe('a failed order', () => {
  it.each<[kind: string, reply: FakeAnswer, reason: string]>([
    ['no response', 'no response', 'The shop did not respond. Check your connection, then try again.'],
    ['a response without an id', { body: { ok: true } }, 'The shop has a problem at the moment.'],
    ['a blank id', { body: { id: ' ' } }, 'The shop has a problem at the moment.'],
    ['too many orders', { status: 429, body: { error: 'x' } }, 'Too many attempts. Please wait a few minutes, then'],
    [
      'an id in another message',
      { status: 409, body: { error: 'You have p1 and 10 unpaid orders.' } },
      'You have p1 and 10',
    ],
    ['an id in a word', { status: 422, body: { error: 'The coupon p10 or xp1 is over.' } }, 'The coupon p10 or xp1'],
    [
      'a withdrawn product',
      { status: 422, body: { error: 'Not in the shop: p1.' } },
      'Some items of your order are no',
    ],
    ['a conflict', { status: 409, body: { error: 'You have 2 unpaid orders.' } }, 'You have 2 unpaid orders.'],
    [
      'a raw name of a field',
      { status: 400, body: { error: 'shippingAddress.phone is long' } },
      'The shop did not accept',
    ],
  ])(
    'keeps the cart and the form after %s, and says why [8.orders-04 8.orders-05 R.07-4 R.23-2]',
    async (_kind, reply, reason) => {
      expectLog('Failed to create order');
      const { location } = await submitOrder(reply);
      await waitFor(() =>
        expect(getNotifications()).toHaveTextContent(`Error placing order / Please try again later. / ${reason}`),
      );
      expect(location().pathname).toBe('/checkout');
      expect(findStoredCart()).toMatchObject([{ id: 'p1', quantity: 2 }]);
      for (const [label, text] of Object.entries(typedAddress)) expect(getField(label)).toHaveValue(text);
      expect(await findSubmitButton()).toBeEnabled();
    },
  );

  it.each([
    ['1', 'Try again in 1 second.'],
    ['30', 'Try again in 30 seconds.'],
  ])('says when to try again after a conflict with Retry-After %s', async (seconds, advice) => {
    expectLog('Failed to create order');
    const error = 'The same request is still being processed. Please try again.';
    await submitOrder({ status: 409, body: { error }, headers: { 'retry-after': seconds } });
    await waitFor(() => expect(getNotifications()).toHaveTextContent(`This order is already being placed. ${advice}`));
  });

  it('asks a shopper whose session has ended to sign in again, and keeps the cart and the address', async () => {
    expectLog('Failed to create order');
    const { store } = await submitOrder({ status: 401, body: { error: 'Please sign in.' } });
    await waitFor(() =>
      expect(getNotifications()).toHaveTextContent(
        /^Order not placed \/ Your session has ended\. Sign in again to place the order\./,
      ),
    );
    expect(getNotifications()).not.toHaveTextContent('Please try again later.');
    expect(store.getState().session).toEqual({ status: 'signed-out', hasExpired: true });
    expect(findStoredCart()).toMatchObject([{ id: 'p1', quantity: 2 }]);
    expect(findStoredDraft()).toMatchObject({ fullName: 'Asha Rao', postalCode: '411001' });
  });

  it('shows which items are unavailable after the server rejects the order, and links to the cart', async () => {
    expectLog('Failed to create order');
    answer('POST', '/orders', () => {
      answer('GET', '/products/p2', { status: 404, body: { error: 'Product not found.' } });
      return { status: 422, body: { error: 'These products are not in the shop: p2.' } };
    });
    const { user } = await openFilledCheckout([saucepan, largerSaucepan, dabba]);
    await user.click(await findSubmitButton());
    expect(await screen.findByText('Masala Dabba: no longer available')).toBeInTheDocument();
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByRole('link')).toHaveAttribute('href', '/cart');
    const items = within(screen.getByRole('list', { name: 'Items' }));
    const lines = items.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines.map((line) => line?.includes('No longer available'))).toEqual([false, false, true]);
    expect(getNotifications()).toHaveTextContent(
      /^Error placing order \/ Please try again later\. \/ Some items of your order are no longer available\.$/,
    );
    expect(findStoredCart()).toHaveLength(3);
  });

  it('names no item after the server rejects the order for another reason', async () => {
    expectLog('Failed to create order');
    await submitOrder({ status: 400, body: {} }, { lines: [saucepan, dabba] });
    // One check on opening, one before the order, one after the rejection.
    await waitFor(() => expect(calls('GET', '/products/p2')).toHaveLength(3));
    expect(screen.queryByText(/longer available/)).not.toBeInTheDocument();
    expect(await findSubmitButton()).toBeEnabled();
  });
});

/** An API that makes one order per Idempotency-Key. `lost` is the number of responses that do not reach the shop. */
function answerOrders(lost: number, lostAnswer: FakeAnswer = 'no response'): Set<string | null> {
  const orders = new Set<string | null>();
  let remaining = lost;
  answer('POST', '/orders', ({ headers }: RecordedCall) => {
    orders.add(headers.get('idempotency-key'));
    remaining -= 1;
    return remaining >= 0 ? lostAnswer : { body: { id: `TT-${orders.size}` } };
  });
  return orders;
}

it.each<[string, FakeAnswer]>([
  ['is lost', 'no response'],
  ['is the error of a proxy', { status: 504, body: {} }],
])('makes one order when the response %s and the shopper presses Place Order again', async (_case, lostAnswer) => {
  const orders = answerOrders(1, lostAnswer);
  const { location } = await placeOrderTwice();
  expect(calls('POST', '/orders')).toHaveLength(2);
  expect([...orders]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(location().search).toBe('?orderId=TT-1');
});

it.each<[string, FakeAnswer, string]>([
  ['the content of the order has changed after a lost response', 'no response', ' City'],
  ['the server has rejected an order', { status: 422, body: { error: 'No' } }, ''],
])('sends a new key when %s', async (_case, firstAnswer, typed) => {
  answer('GET', '/orders', { body: [] });
  const orders = answerOrders(1, firstAnswer);
  await placeOrderTwice(typed);
  expect(orders.size).toBe(2);
});

/** Places an order of which the first response fails, and places it again. @param typed Added to the city in between. */
async function placeOrderTwice(typed = '') {
  const page = await openFilledCheckout([saucepan, dabba]);
  await page.user.click(await findSubmitButton());
  await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
  await findSubmitButton();
  if (typed) await page.user.type(getField('City'), typed);
  await page.user.click(await findSubmitButton());
  await screen.findByText('Elsewhere');
  expectLog('Failed to create order:');
  return page;
}
