import { aProduct } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import {
  attributes,
  fillAddress,
  findStoredCart,
  findSubmitButton,
  getNotifications,
  openCheckout,
  saucepan,
} from './testing/open-checkout';

/** The API has announced nothing before: no other test of this file gets a response with these headers. */
fakeStoreApi([]);

const announcement = { 'accept-idempotency-key': 'true', 'accept-order-lines': 'true' };

/** The case of a proxy that responds to both calls in place of the API. */
const aProxyStatus = (status: number, message: string): [string, FakeAnswer, FakeAnswer, string] => [
  `is behind a proxy that responds with ${status}`,
  { status, body: {} },
  { status, body: {} },
  message,
];

/** Places an order before the first response of the API. */
async function placeOrderEarly(orders: FakeAnswer, product: FakeAnswer = 'never') {
  answer('GET', '/storeInfo', 'never');
  answer('GET', '/orders', orders);
  answer('POST', '/orders', { body: { id: 'TT-1' } });
  const page = openCheckout([saucepan]);
  answer('GET', '/products/p1', product);
  await fillAddress(page.user);
  await page.user.click(await findSubmitButton());
  await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(1), { timeout: 10_000 });
  return page;
}

const outage = 'The shop has a problem at the moment.';

test.each<[string, FakeAnswer, FakeAnswer, string]>([
  ['does not respond at all', 'no response', 'never', 'The shop did not respond.'],
  ...[502, 503, 504, 520].map((status) => aProxyStatus(status, outage)),
  aProxyStatus(429, 'Too many attempts.'),
])('an order is not sent, and stays in the cart, while the API %s', async (_case, orders, product, message) => {
  expectLog('Failed to create order');
  await placeOrderEarly(orders, product);
  await waitFor(() => expect(getNotifications()).toHaveTextContent(message));
  expect(await findSubmitButton()).toBeEnabled();
  expect(calls('POST')).toEqual([]);
  expect(findStoredCart()).toHaveLength(1);
  expect(window.localStorage.getItem('until-sign-out:checkout_sent')).toBeNull();
});

test('an order goes without sizes to an API that responds and announces nothing, also with an error', async () => {
  await placeOrderEarly({ status: 500, body: {} });
  await screen.findByText('Elsewhere');
  expect(calls('POST', '/orders')[0]?.body).not.toHaveProperty('lines');
});

test('an order goes to an API that responds late to the check of the prices, and not to the wait for a response', async () => {
  const [check, wait] = [createDeferred(), createDeferred()];
  const product = { body: aProduct({ id: 'p1', regularPrice: saucepan.price, attributes }), after: check.promise };
  // What the fake throws is its response.
  const after = wait.promise.then(() => Promise.reject(Response.error()));
  const { store } = await placeOrderEarly({ after }, product);
  check.resolve();
  await waitFor(() => {
    const statuses = Object.values(store.getState().api.queries).map((query) => query?.status);
    expect(statuses).toContain('fulfilled');
  });
  wait.resolve();
  await screen.findByText('Elsewhere');
  expect(calls('POST', '/orders')).toHaveLength(1);
});

test.each([
  ['stays', false],
  ['is led to sign-in', true],
])(
  'an order is not sent, with the reason, when the first response ends the session and the shopper %s',
  async (_case, isLed) => {
    expectLog('Failed to create order');
    const { promise: after, resolve } = createDeferred();
    const { goTo } = await placeOrderEarly({ status: 401, body: { error: 'Please sign in.' }, after });
    if (isLed) goTo('/login');
    resolve();
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Your session has ended.'));
    expect(getNotifications().children).toHaveLength(1);
    expect(calls('POST')).toEqual([]);
    expect(findStoredCart()).toHaveLength(1);
  },
);

test('an order waits for the first response of the API, which says that it takes sizes and a key', async () => {
  const { promise: after, resolve } = createDeferred();
  await placeOrderEarly({ body: [], headers: announcement, after });
  expect(calls('POST')).toEqual([]);
  resolve();
  await screen.findByText('Elsewhere');
  const [sent] = calls('POST', '/orders');
  expect(sent?.body).toMatchObject({ lines: [{ id: 'p1', quantity: 2, size: '2 litre' }] });
  expect(sent?.headers.get('idempotency-key')).toEqual(expect.any(String));
});
