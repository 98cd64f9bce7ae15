import type { CartLine } from '@shop/cart/cart-line';
import { cartRead } from '@shop/cart/cart-slice';
import { expectLog } from '@shop/testing/console-watch';
import { type RenderedRoutes, renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
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
  openFilledCheckout,
  saucepan,
} from './testing/open-checkout';

fakeStoreApi();

const question = 'An order like this was just placed';
const partQuestion = 'An order with some of these items was just placed';
const findQuestion = async (name = question) => within(await screen.findByRole('region', { name }));

const sentKey = 'until-sign-out:checkout_sent';
const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();
const hoursMs = 60 * 60_000;

const anItem = { id: 'p1', productTitle: 'x', quantity: 2, price: 1999.5 };
/** Items of an order with a product of the cart, in another quantity. */
const otherItems = [{ ...anItem, quantity: 1 }];

/** An order as the server lists it. */
const aPendingOrder = (change: object = {}) => ({
  id: 'TT-1',
  status: 0,
  createdAt: new Date().toISOString(),
  items: [anItem],
  ...change,
});

/** Places an order whose response is lost, although the server has made it. */
async function loseResponse(orders: unknown = [aPendingOrder()], reply: FakeAnswer = 'no response') {
  answer('GET', '/orders', Array.isArray(orders) ? { body: orders } : (orders as FakeAnswer));
  answer('POST', '/orders', reply);
  const page = await openFilledCheckout([saucepan]);
  await page.user.click(await findSubmitButton());
  await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
  await findSubmitButton();
  expectLog('Failed to create order:');
  answer('POST', '/orders', { body: { id: 'TT-2' } });
  return page;
}

describe('an order whose response was lost', () => {
  it('is offered when the shopper changes one digit and places the order again', async () => {
    const { user, location } = await loseResponse();
    expect(calls('GET', '/orders')).toHaveLength(0);
    await user.type(getField('Phone'), '{Backspace}1');
    await user.click(await findSubmitButton());
    const panel = await findQuestion();
    await waitFor(() => expect(screen.getByRole('region', { name: question })).toHaveFocus());
    expect(panel.getByText(/^Order TT-1 of ₹3,999 has reached the shop/)).toBeInTheDocument();
    expect(calls('POST', '/orders')).toHaveLength(1);
    await user.click(panel.getByRole('button', { name: 'Pay for that order' }));
    await screen.findByText('Elsewhere');
    expect(location()).toMatchObject({ pathname: '/payment', search: '?orderId=TT-1' });
    expect(findStoredCart()).toEqual([]);
    expect(calls('POST', '/orders')).toHaveLength(1);
  });

  it('is offered in a new tab', async () => {
    window.localStorage.setItem(sentKey, JSON.stringify({ key: 'of a tab', sentAt: Date.now() }));
    answer('GET', '/orders', { body: [aPendingOrder()] });
    const { user, location } = await openFilledCheckout([saucepan, dabba]);
    await user.click(await findSubmitButton());
    const panel = await findQuestion(partQuestion);
    await user.click(panel.getByRole('button', { name: 'Pay for that order' }));
    await waitFor(() => expect(location().search).toBe('?orderId=TT-1'));
    // The order has other products: the cart stays.
    expect(findStoredCart()).toHaveLength(2);
  });

  it('is another one when it has another size, and leaves the cart as it is', async () => {
    const items = [{ ...anItem, size: '4 litre' }];
    const { user, location } = await loseResponse([aPendingOrder({ items })]);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    const panel = await findQuestion(partQuestion);
    await user.click(panel.getByRole('button', { name: 'Pay for that order' }));
    await waitFor(() => expect(location().search).toBe('?orderId=TT-1'));
    expect(findStoredCart()).toMatchObject([{ id: 'p1', selectedSize: '2 litre' }]);
  });

  it.each<[string, unknown, string]>([
    [
      'the clock of the device is ahead by minutes',
      [aPendingOrder({ createdAt: minutesAgo(9), items: otherItems })],
      partQuestion,
    ],
    ['the clock of the device is ahead by hours', [aPendingOrder({ createdAt: minutesAgo(150) })], question],
    ['the API sends no dates', [aPendingOrder({ createdAt: undefined })], question],
    ['it has the size of the cart', [aPendingOrder({ items: [{ ...anItem, size: '2 litre' }] })], question],
    [
      'a newer order has one product of the cart',
      [aPendingOrder({ id: 'TT-9', items: otherItems }), aPendingOrder()],
      question,
    ],
  ])('is offered when %s', async (_case, orders, title) => {
    const { user } = await loseResponse(orders);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    expect((await findQuestion(title)).getByText(/^Order TT-1 of/)).toBeInTheDocument();
  });

  it('is offered when the server still processes the request', async () => {
    const error = 'The same request is still being processed. Please try again.';
    const { user } = await loseResponse([aPendingOrder()], { status: 409, body: { error } });
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await findQuestion();
  });

  it('is offered after a day, when the server has forgotten the key, and another order has another key', async () => {
    const { user } = await loseResponse();
    const { key } = JSON.parse(window.localStorage.getItem(sentKey) ?? 'null');
    const sentAt = Date.now() - 25 * hoursMs;
    window.localStorage.setItem(sentKey, JSON.stringify({ key, sentAt }));
    answer('GET', '/orders', { body: [aPendingOrder({ createdAt: new Date(sentAt).toISOString() })] });
    await user.click(await findSubmitButton());
    await user.click((await findQuestion()).getByRole('button', { name: 'Place another order' }));
    await screen.findByText('Elsewhere');
    const keys = calls('POST', '/orders').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([key, expect.not.stringMatching(key)]);
  });

  it('is looked for again from the time of the attempt after a day, which may have made an order too', async () => {
    const { user } = await loseResponse([]);
    const { key } = JSON.parse(window.localStorage.getItem(sentKey) ?? 'null');
    window.localStorage.setItem(sentKey, JSON.stringify({ key, sentAt: Date.now() - 25 * hoursMs }));
    answer('POST', '/orders', 'no response');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(2));
    answer('GET', '/orders', { body: [aPendingOrder({ items: otherItems })] });
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await findQuestion(partQuestion);
  });

  it('is still offered after a later attempt with the same key, whose response was lost too', async () => {
    const { user } = await loseResponse();
    const { key, sentAt } = JSON.parse(window.localStorage.getItem(sentKey) ?? 'null');
    const before = sentAt - 30 * 60_000;
    window.localStorage.setItem(sentKey, JSON.stringify({ key, sentAt: before }));
    answer('GET', '/orders', { body: [aPendingOrder({ createdAt: new Date(before).toISOString() })] });
    answer('POST', '/orders', 'no response');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(2));
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await findQuestion();
  });

  it('keeps its lines on the page while the payment page loads, and can be changed after Back', async () => {
    answer('GET', '/orders', { body: [aPendingOrder()] });
    answer('POST', '/orders', 'no response');
    window.localStorage.setItem('auth_token', 'abc');
    window.localStorage.setItem('cart', JSON.stringify([saucepan]));
    answerPrice('p1', saucepan.price);
    const { user, location, back } = renderRoutes({
      paths: { ...paths, payment: { ...paths.checkout, pattern: '/payment' } },
      routes: { ...routes, payment: () => new Promise(() => {}) },
      at: '/checkout',
    });
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
    await findSubmitButton();
    expectLog('Failed to create order:');
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await user.click((await findQuestion()).getByRole('button', { name: 'Pay for that order' }));
    await waitFor(() => expect(location().pathname).toBe('/payment'));
    await waitFor(() => expect(findStoredCart()).toEqual([]));
    expect(await findSubmitButton('Processing...')).toBeDisabled();
    expect(screen.getByText(saucepan.name)).toBeInTheDocument();
    back();
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await user.click(await screen.findByRole('button', { name: 'Change the order' }));
    await screen.findByRole('heading', { level: 1, name: 'Your cart' });
    expect(findStoredCart()).toMatchObject([{ id: 'p1', quantity: 2, selectedSize: '2 litre' }]);
    expect(findStoredDraft()).toMatchObject({ city: 'Pune City' });
  });

  it.each<[string, FakeAnswer, string]>([
    ['the session has ended', { status: 401, body: { error: 'Please sign in.' } }, 'Your session has ended.'],
    ['the server limits attempts', { status: 429, body: { error: 'Slow down' } }, 'Too many attempts.'],
    [
      'the server still processes it',
      { status: 409, body: { error: 'It is being processed.' } },
      'It is being processed.',
    ],
  ])('is still known after the same submission was not accepted because %s', async (_case, reply, message) => {
    const { user } = await loseResponse();
    const sent = window.localStorage.getItem(sentKey);
    answer('POST', '/orders', reply);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(getNotifications()).toHaveTextContent(message));
    expect(sent).not.toBeNull();
    expect(window.localStorage.getItem(sentKey)).toBe(sent);
    const [first, second] = calls('POST', '/orders').map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  it.each<[string, FakeAnswer]>([
    ['rejected', { status: 422, body: { error: 'No' } }],
    ['one too many', { status: 409, body: { error: 'You have 100 unpaid orders.' } }],
    ['limited', { status: 429, body: { error: 'Slow down' } }],
    ['without a session', { status: 401, body: { error: 'Please sign in.' } }],
  ])('is still known after another submission was %s', async (_case, reply) => {
    const { user } = await loseResponse([]);
    const sent = window.localStorage.getItem(sentKey);
    answer('POST', '/orders', reply);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(2));
    await waitFor(() => expect(window.localStorage.getItem(sentKey)).toBe(sent));
    expect(sent).not.toBeNull();
  });

  it.each([
    ['stays', false],
    ['is led to sign-in', true],
  ])('is still known when the look for it ends the session and the shopper %s', async (_case, isLed) => {
    const { promise: after, resolve } = createDeferred();
    const { user, goTo } = await loseResponse({ status: 401, body: { error: 'Please sign in.' }, after });
    const sent = window.localStorage.getItem(sentKey);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(1));
    if (isLed) goTo('/login');
    resolve();
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Your session has ended.'));
    expect(calls('POST', '/orders')).toHaveLength(1);
    expect(sent).not.toBeNull();
    expect(window.localStorage.getItem(sentKey)).toBe(sent);
  });

  const replaceCart = (store: RenderedRoutes['store'], lines: CartLine[]) => {
    window.localStorage.setItem('cart', JSON.stringify(lines));
    act(() => void store.dispatch(cartRead(lines)));
  };

  it('is not the next order, whose response has arrived', async () => {
    const { user, store, goTo } = await loseResponse([]);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    answer('GET', '/orders', { body: [aPendingOrder({ id: 'TT-2' })] });
    replaceCart(store, [saucepan]);
    goTo('/checkout');
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(3));
  });

  it('is still offered after an order of another product was placed', async () => {
    const { user, store, goTo } = await loseResponse();
    const sent = window.localStorage.getItem(sentKey);
    answerPrice('p2', dabba.price);
    replaceCart(store, [dabba]);
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')).toHaveLength(2);
    expect(JSON.parse(window.localStorage.getItem(sentKey) ?? '')).toEqual({
      ...JSON.parse(sent ?? ''),
      received: ['TT-2'],
    });
    replaceCart(store, [saucepan]);
    goTo('/checkout');
    await fillAddress(user);
    await user.click(await findSubmitButton());
    expect((await findQuestion()).getByText(/^Order TT-1 of/)).toBeInTheDocument();
    expect(calls('POST', '/orders')).toHaveLength(2);
  });

  it('does not prevent another order', async () => {
    const { user, location } = await loseResponse();
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await user.click((await findQuestion()).getByRole('button', { name: 'Place another order' }));
    await screen.findByText('Elsewhere');
    expect(location().search).toBe('?orderId=TT-2');
    expect(calls('POST', '/orders')[1]?.body).toMatchObject({ shippingAddress: { city: 'Pune City' } });
    expect(window.localStorage.getItem(sentKey)).toBeNull();
  });

  it.each([
    ['one tap', 1],
    ['two taps', 2],
  ])('keeps the key of another order that is wanted by %s, and whose response was lost too', async (_case, taps) => {
    const { user, location } = await loseResponse();
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    const another = (await findQuestion()).getByRole('button', { name: 'Place another order' });
    const check = createDeferred();
    answerPrice('p1', saucepan.price, check.promise);
    answer('POST', '/orders', 'no response');
    for (let tap = 0; tap < taps; tap += 1) await user.click(another);
    check.resolve();
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(2));
    await waitFor(async () => expect(await findSubmitButton()).toBeEnabled());
    answer('POST', '/orders', { body: { id: 'TT-2' } });
    await user.click(await findSubmitButton());
    await waitFor(() => expect(location().search).toBe('?orderId=TT-2'));
    const [first, second, third] = calls('POST', '/orders').map(({ headers }) => headers.get('idempotency-key'));
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });

  it('is asked about again after a tap on "Place another order" while an attempt runs', async () => {
    const { user } = await loseResponse();
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await findQuestion();
    const check = createDeferred();
    answerPrice('p1', saucepan.price, check.promise);
    await user.click(await findSubmitButton());
    await user.click((await findQuestion()).getByRole('button', { name: 'Place another order' }));
    check.resolve();
    await waitFor(async () => expect(await findSubmitButton()).toBeEnabled());
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(3));
    await findQuestion();
    expect(calls('POST', '/orders')).toHaveLength(1);
  });

  it('is looked for again after a correction of the address, and the corrected address is validated and sent', async () => {
    const { user } = await loseResponse();
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await findQuestion();
    await user.clear(getField('City'));
    expect(screen.queryByRole('region', { name: question })).not.toBeInTheDocument();
    await user.click(await findSubmitButton());
    expect(await screen.findByText('City is required')).toBeInTheDocument();
    await user.type(getField('City'), 'Nagpur');
    await user.click(await findSubmitButton());
    await user.click((await findQuestion()).getByRole('button', { name: 'Place another order' }));
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')).toHaveLength(2);
    expect(calls('POST', '/orders')[1]?.body).toMatchObject({ shippingAddress: { city: 'Nagpur' } });
  });

  it('does not send the old address when the shopper corrects it during the look', async () => {
    const { user } = await loseResponse();
    const reply = createDeferred();
    answer('GET', '/orders', { body: [aPendingOrder()], after: reply.promise });
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(1));
    await user.type(getField('City'), ' East');
    reply.resolve();
    await user.click((await findQuestion()).getByRole('button', { name: 'Place another order' }));
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')[1]?.body).toMatchObject({ shippingAddress: { city: 'Pune City East' } });
  });

  it('is not asked about when the same order is sent again: the server answers with the first', async () => {
    const { user } = await loseResponse();
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    const [first, second] = calls('POST', '/orders').map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(calls('GET', '/orders')).toEqual([]);
  });

  it('is not asked about when the submission is older than a day and the order is older than the submission', async () => {
    window.localStorage.setItem(sentKey, JSON.stringify({ key: 'of a tab', sentAt: Date.now() - 25 * hoursMs }));
    answer('GET', '/orders', { body: [aPendingOrder({ createdAt: minutesAgo(26 * 60) })] });
    answer('POST', '/orders', { body: { id: 'TT-2' } });
    const { user, location } = await openFilledCheckout([saucepan]);
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(location().search).toBe('?orderId=TT-2');
    expect(calls('GET', '/orders')).toHaveLength(1);
    expect(window.localStorage.getItem(sentKey)).toBeNull();
  });

  it.each<[string, unknown, FakeAnswer | undefined]>([
    ['did not reach the shop', [], undefined],
    ['is paid', [aPendingOrder({ status: 1 })], undefined],
    ['has other products', [aPendingOrder({ items: [{ id: 'p9', quantity: 1, price: 1 }] })], undefined],
    ['is old', [aPendingOrder({ createdAt: '2025-01-05T10:00:00.000Z', items: otherItems })], undefined],
    ['was placed before', [aPendingOrder({ createdAt: minutesAgo(11), items: otherItems })], undefined],
    ['has no date', [aPendingOrder({ createdAt: undefined, items: otherItems })], undefined],
    ['cannot be looked for', { status: 500, body: {} }, undefined],
    ['was rejected', [aPendingOrder()], { status: 422, body: { error: 'No' } }],
    ['reached a limit', [aPendingOrder()], { status: 429, body: { error: 'No' } }],
    ['was one too many', [aPendingOrder()], { status: 409, body: { error: 'You have 100 unpaid orders.' } }],
  ])('is not asked about when it %s', async (_case, orders, reply) => {
    const { user, location } = await loseResponse(orders, reply);
    await user.type(getField('City'), ' City');
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(location().search).toBe('?orderId=TT-2');
  });
});
