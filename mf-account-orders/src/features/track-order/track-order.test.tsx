import { storeApi } from '@shop/api-client/store-api';
import { signedOut } from '@shop/session/session-slice';
import { anAccount, anOrder, aProduct } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { type RenderedRoutes, renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

interface Arrangement {
  at?: string;
  /** What the account call answers; left out, the shopper is signed out. */
  account?: FakeAnswer;
}

function openTracking({ at = '/track-order', account }: Arrangement = {}) {
  if (account) {
    window.localStorage.setItem('auth_token', 'abc');
    answer('GET', '/accountInfo', account);
  }
  answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
  return renderRoutes({ paths, routes, at });
}

const orderNumber = () => screen.findByRole('textbox', { name: 'Order Number' });
const contact = () => screen.findByRole('textbox', { name: 'Email or Phone' });
const submitButton = () => screen.findByRole('button', { name: 'Track Order' });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });
/** Paths of the calls that look for an order. */
const orderCalls = () =>
  calls('GET')
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/orders/'));
const found = () => screen.findByRole('region', { name: /^Order / });

/** Looks for an order as asha@example.com. */
async function track(reply: FakeAnswer, number = 'TT-1') {
  answer('GET', `/orders/${number}`, reply);
  const page = openTracking({ at: `/track-order?id=${encodeURIComponent(number)}` });
  await page.user.type(await contact(), 'asha@example.com');
  await page.user.click(await submitButton());
  return page;
}

describe('the tracking form', () => {
  it('is blank for a visitor and makes no account call [3.forms-02]', async () => {
    openTracking();
    expect(await orderNumber()).toHaveValue('');
    expect(await contact()).toHaveValue('');
    expect(await orderNumber()).toHaveAttribute('name', 'orderId');
    expect(await contact()).toHaveAttribute('name', 'contactInfo');
    expect(screen.getByRole('heading', { level: 1, name: 'Track your order' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Track your order – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(calls().map(({ path }) => path)).toEqual(['/storeInfo']);
  });

  it('is prefilled with the order number of the query and the account e-mail [2.routes-09 2.track-01 2.track-02]', async () => {
    openTracking({ at: '/track-order?id=TT%201', account: { body: { data: anAccount() } } });
    expect(await orderNumber()).toHaveValue('TT 1');
    await waitFor(async () => expect(await contact()).toHaveValue('asha@example.com'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it('keeps a contact that the shopper typed before the account loaded', async () => {
    const arrival = createDeferred();
    const { user, store } = openTracking({ account: { body: anAccount(), after: arrival.promise } });
    await user.type(await contact(), '98765');
    arrival.resolve();
    await waitFor(() => expect(JSON.stringify(store.getState().api.queries)).toContain('asha@example.com'));
    expect(await contact()).toHaveValue('98765');
    await user.clear(await contact());
    expect(await contact()).toHaveValue('');
  });

  it('shows no message for an account that does not load', async () => {
    openTracking({ account: { status: 500, body: {} } });
    expect(await contact()).toHaveValue('');
    await waitFor(() => expect(calls('GET', '/accountInfo')).toHaveLength(1));
    expect(notifications()).toBeEmptyDOMElement();
  });

  it.each([
    ['both', '', '', 'Order Number'],
    ['the number', '  ', 'asha@example.com', 'Order Number'],
    ['the number beside a hash', '#\u200b', 'asha@example.com', 'Order Number'],
    ['the contact', 'TT-1', '   ', 'Email or Phone'],
  ])('rejects a submit without %s and focuses the field [5.track-01]', async (_what, number, person, focused) => {
    const { user } = openTracking();
    if (number) await user.type(await orderNumber(), number);
    if (person) await user.type(await contact(), person);
    await user.click(await submitButton());
    await waitFor(() =>
      expect(notifications()).toHaveTextContent(/^Required fields \/ Please enter both order number and email\/phone$/),
    );
    expect(screen.getByRole('textbox', { name: focused })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: focused })).toBeInvalid();
    expect(calls('GET').filter(({ path }) => path.startsWith('/orders'))).toEqual([]);
  });

  it('says at the field alone that a contact is too long', async () => {
    const { user } = openTracking({ at: '/track-order?id=TT-1' });
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Required fields/));
    await user.click(await contact());
    await user.paste('a'.repeat(255));
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toBeEmptyDOMElement());
    expect(await contact()).toHaveFocus();
    expect(await contact()).toHaveAccessibleDescription('That is 255 characters. Please use no more than 254.');
    expect(calls('GET').filter(({ path }) => path.startsWith('/orders'))).toEqual([]);
  });

  it.each([
    ['in the same language', 'TT-1', '/track-order', 'TT-9', 'ravi@example.com'],
    ['at the address of another order', 'TT-1', '/track-order?id=TT-2', 'TT-2', ''],
    ['at a page that the shopper has left as it was', '', '/track-order', '', ''],
  ])(
    'starts a new document %s with what the shopper typed at its address',
    async (_where, typed, at, number, person) => {
      const page = openTracking();
      await page.user.click(await orderNumber());
      if (typed) {
        await page.user.paste('TT-9');
        await page.user.type(await contact(), 'ravi@example.com');
      }
      cleanup();
      openTracking({ at });
      expect(await orderNumber()).toHaveValue(number);
      expect(await contact()).toHaveValue(person);
    },
  );

  it('resets form and result when the query names another order', async () => {
    const { goTo } = await track({ body: anOrder({ id: 'TT-1' }) });
    await found();
    goTo('/track-order?id=TT-2');
    expect(await orderNumber()).toHaveValue('TT-2');
    expect(await contact()).toHaveValue('');
    expect(screen.queryByRole('region', { name: /^Order / })).not.toBeInTheDocument();
  });
});

describe('a screen of a signed-in shopper', () => {
  afterEach(() => jest.restoreAllMocks());
  async function trackAsAsha() {
    answer('GET', '/orders/TT-1', { body: anOrder({ id: 'TT-1' }) });
    const page = openTracking({ at: '/track-order?id=TT-1', account: { body: anAccount() } });
    await waitFor(async () => expect(await contact()).toHaveValue('asha@example.com'));
    await page.user.click(await submitButton());
    await found();
    return page;
  }
  const writeInOtherTab = (key: string, newValue: string | null) => {
    const oldValue = localStorage.getItem(key);
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }));
  };

  it.each<[string, (page: Awaited<ReturnType<typeof trackAsAsha>>) => unknown]>([
    [
      'in the menu',
      ({ store }) => {
        sessionStorage.clear();
        sessionStorage.setItem('signed-out', '1');
        store.dispatch(signedOut());
      },
    ],
    [
      'in the menu of a browser that refuses storage',
      ({ store }) => {
        jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
          throw new DOMException('denied', 'SecurityError');
        });
        store.dispatch(signedOut());
      },
    ],
    [
      'in another tab',
      () => {
        writeInOtherTab('signed-out', '1');
        writeInOtherTab('auth_token', null);
      },
    ],
  ])('shows neither the contact nor the order after a sign-out %s', async (_where, signOut) => {
    const page = await trackAsAsha();
    act(() => void signOut(page));
    expect(await contact()).toHaveValue('');
    expect(await orderNumber()).toHaveValue('TT-1');
    expect(screen.queryByRole('region', { name: /^Order / })).not.toBeInTheDocument();
  });

  it('shows nothing of its shopper when another one has signed in since the page went into the back/forward cache', async () => {
    await trackAsAsha();
    answer('GET', '/accountInfo', { body: anAccount({ email: 'ravi@example.com' }) });
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
      localStorage.setItem('signed-out', '1');
      localStorage.setItem('auth_token', 'def');
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    expect(screen.queryByRole('region', { name: /^Order / })).not.toBeInTheDocument();
    await waitFor(async () => expect(await contact()).toHaveValue('ravi@example.com'));
  });

  it('keeps what the shopper has typed when the server ends the session in another tab', async () => {
    const { user, store } = openTracking({ account: { body: anAccount() } });
    await user.type(await orderNumber(), 'TT-1');
    act(() => writeInOtherTab('auth_token', null));
    expect(store.getState().session.status).toBe('signed-out');
    expect(await orderNumber()).toHaveValue('TT-1');
  });

  it.each([[''], ['TT-1']])('stores no e-mail of the account with the typed number %j', async (typed) => {
    sessionStorage.clear();
    const { user, store } = openTracking({ account: { body: anAccount() } });
    await waitFor(async () => expect(await contact()).toHaveValue('asha@example.com'));
    if (typed) await user.type(await orderNumber(), typed);
    act(() => writeInOtherTab('auth_token', null));
    expect(store.getState().session.status).toBe('signed-out');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('asha@example.com');
    cleanup();
    openTracking({ account: { body: anAccount({ email: 'ravi@example.com' }) } });
    await waitFor(async () => expect(await contact()).toHaveValue('ravi@example.com'));
    expect(await orderNumber()).toHaveValue(typed);
  });

  it('keeps what the shopper has typed when the server ends the session', async () => {
    const arrival = createDeferred();
    const { user, store } = openTracking({ account: { status: 401, body: {}, after: arrival.promise } });
    await user.type(await orderNumber(), 'TT-1');
    arrival.resolve();
    await waitFor(() => expect(store.getState().session).toEqual({ status: 'signed-out', hasExpired: true }));
    expect(await orderNumber()).toHaveValue('TT-1');
  });
});

describe('tracking an order', () => {
  it('sends trimmed and encoded values and shows the order [1.display-04 2.track-03 2.track-04 2.track-05 7.calls-14 8.orders-03]', async () => {
    answer('GET', '/orders/TT/1?', { body: { data: anOrder({ id: 'TT/1?', status: 2 }) } });
    const { user } = openTracking();
    await user.type(await orderNumber(), '  TT/1? ');
    await user.type(await contact(), ' +91 98765&x ');
    await user.click(await submitButton());
    const order = within(await found());
    expect(calls('GET', '/orders/TT/1?')[0]?.query).toEqual({ contactInfo: '+91 98765&x' });
    expect(notifications()).toHaveTextContent(/^Order found \/ Your order status has been loaded$/);
    expect(order.getByRole('heading', { level: 2, name: 'Order TT/1?' })).toHaveFocus();
    expect(order.getByText('January 5, 2025')).toBeInTheDocument();
    const table = within(order.getByRole('table', { name: 'Items of order TT/1?' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Item',
      'Quantity',
      'Price',
    ]);
    expect(table.getByRole('row', { name: 'Hammered Copper Saucepan 2 $4999.00' })).toBeInTheDocument();
    expect(table.getByRole('row', { name: 'Total $9998.00' })).toBeInTheDocument();
    expect(order.getAllByRole('term').map((term) => term.nextSibling?.textContent)).toEqual([
      '1 MG Road, Pune, Maharashtra, 411001',
      'Standard Shipping',
      'Not available',
    ]);
  });

  it.each([
    [undefined, 'Pending', []],
    [2, 'Shipped', ['Pending, done', 'Processing, done']],
    [3, 'Delivered', ['Pending, done', 'Processing, done', 'Shipped, done']],
  ])('shows the progress of an order of status %p [2.track-03]', async (status, current, done) => {
    await track({ body: { ...anOrder({ id: 'TT-1' }), status } });
    const order = within(await found());
    expect(order.getByText(current)).toBeInTheDocument();
    const steps = within(order.getByRole('list', { name: 'Order progress' })).getAllByRole('listitem');
    expect(steps).toHaveLength(4);
    expect(
      steps.filter((step) => step.getAttribute('aria-current') === 'step').map((step) => step.textContent),
    ).toEqual([current]);
    expect(steps.map(({ textContent }) => textContent).filter((text) => text?.endsWith('done'))).toEqual(done);
  });

  it.each([
    [4, 'Cancelled', '[2.track-03]'],
    [9, 'Unknown', '[8.other-04]'],
  ])('shows a badge and no steps for an order of status %i: %s %s', async (status, name) => {
    await track({ body: { ...anOrder({ id: 'TT-1' }), status } });
    const order = within(await found());
    expect(order.getByText(name)).toBeInTheDocument();
    expect(order.queryByRole('list', { name: 'Order progress' })).not.toBeInTheDocument();
  });

  it('shows one failure at a time, and none while it searches again', async () => {
    expectLog('Order not found or access denied');
    const { user } = await track({ status: 404, body: {} });
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Error \/ Failed to find order/));
    await user.clear(await contact());
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Required fields \/ [^/]*\/phone$/));
    await user.type(await contact(), 'asha@example.com');
    await waitFor(() => expect(notifications()).toBeEmptyDOMElement());
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Error/));
    answer('GET', '/orders/TT-1', 'never');
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toBeEmptyDOMElement());
  });

  it('loads the order again on every submit', async () => {
    const { user } = await track({ body: anOrder({ id: 'TT-1' }) });
    await found();
    answer('GET', '/orders/TT-1', { body: anOrder({ id: 'TT-1', status: 3 }) });
    await user.click(await submitButton());
    await waitFor(async () =>
      expect(
        within(await found())
          .getByText('Delivered')
          .closest('li'),
      ).toHaveAttribute('aria-current', 'step'),
    );
    expect(calls('GET', '/orders/TT-1')).toHaveLength(2);
  });

  it.each<[string, (page: RenderedRoutes) => unknown, FakeAnswer?, string?]>([
    ['the shopper goes to another page', ({ goTo }) => goTo('/elsewhere')],
    ['the address names another order', ({ goTo }) => goTo('/track-order?id=TT-2')],
    ['the cache is reset', ({ store }) => act(() => void store.dispatch(storeApi.util.resetApiState()))],
    [
      'the shopper goes to another page during the second call',
      async ({ goTo }) => {
        await waitFor(() => expect(orderCalls()).toEqual(['/orders/#TT-1', '/orders/TT-1']));
        goTo('/elsewhere');
      },
      { status: 404, body: {} },
      '#TT-1',
    ],
  ])('shows no message for a search that ends because %s', async (_why, end, reply = 'never', number = 'TT-1') => {
    if (number !== 'TT-1') answer('GET', '/orders/TT-1', 'never');
    const page = await track(reply, number);
    await screen.findByText('Looking for your order');
    await end(page);
    await waitFor(() => expect(JSON.stringify(page.store.getState().api.queries)).not.toContain('OrdersTracked'));
    await waitFor(() => expect(screen.queryByText('Looking for your order')).not.toBeInTheDocument());
    expect(page.store.getState().notifications).toEqual([]);
  });

  it('disables the button while it searches', async () => {
    const { user } = await track('never');
    const button = await screen.findByRole('button', { name: 'Searching...' });
    expect(button).toBeDisabled();
    expect(screen.getByText('Looking for your order')).toBeInTheDocument();
    await user.type(await orderNumber(), '{Enter}');
    expect(calls('GET', '/orders/TT-1')).toHaveLength(1);
  });

  it.each([
    ['a hash and a bidi mark', '\u202a#TT-1\u202c', '#TT-1', '\u202a+91 98765 43210\u202c', '+91 98765 43210'],
    ['a label and an en dash', 'Order TT–1.', 'Order TT-1.', 'tel:+91-98765-43210', '+91-98765-43210'],
    ['a label and a hash', 'Order #TT-1', 'Order #TT-1', '98765 43210', '98765 43210'],
    ['quotes', '“TT-1”', '“TT-1”', '९८७६५४३२१०', '9876543210'],
    [
      'a link',
      'https://shop.example/track-order?id=TT-1',
      'https://shop.example/track-order?id=TT-1',
      'Asha <asha@example.com>',
      'asha@example.com',
    ],
  ])('reads an order number with %s, and the contact', async (_kind, number, sentFirst, typedContact, contactInfo) => {
    answer('GET', `/orders/${sentFirst}`, { status: 404, body: {} });
    answer('GET', '/orders/TT-1', { body: anOrder({ id: 'TT-1' }) });
    const { user } = openTracking();
    await user.click(await orderNumber());
    await user.paste(number);
    await user.click(await contact());
    await user.paste(typedContact);
    await user.click(await submitButton());
    await found();
    expect(orderCalls()).toEqual([`/orders/${sentFirst}`, '/orders/TT-1']);
    expect(calls('GET', '/orders/TT-1')[0]?.query).toEqual({ contactInfo });
    expect(notifications()).toHaveTextContent(/^Order found/);
  });

  it.each(['#1001', '#A7Q2-93KD', 'ORD:65f1'])(
    'sends the order number %s, as an API server shows it, once and unchanged',
    async (id) => {
      answer('GET', `/orders/${id}`, { body: anOrder({ id }) });
      const { user } = openTracking();
      await user.type(await orderNumber(), ` ${id}\u200b `);
      await user.type(await contact(), 'asha@example.com');
      await user.click(await submitButton());
      await found();
      expect(orderCalls()).toEqual([`/orders/${id}`]);
    },
  );

  it.each<[string, string, FakeAnswer, string[]]>([
    ['the same number', 'TT-1', { status: 404, body: {} }, ['/orders/TT-1']],
    ['a number after an outage', '#TT-1', { status: 500, body: {} }, ['/orders/#TT-1']],
    ['a third number', 'Order #TT-1', { status: 404, body: {} }, ['/orders/Order #TT-1', '/orders/TT-1']],
  ])('shows one failure and does not send %s', async (_what, number, reply, expected) => {
    expectLog('Order not found or access denied');
    answer('GET', `/orders/${number}`, reply);
    if (number !== 'TT-1') answer('GET', '/orders/TT-1', { status: 404, body: {} });
    const { user } = openTracking();
    await user.type(await orderNumber(), number);
    await user.type(await contact(), 'asha@example.com');
    await user.click(await submitButton());
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Error/));
    expect(orderCalls()).toEqual(expected);
  });

  it('sends no second number after the shopper has begun to leave the page', async () => {
    expectLog('Order not found or access denied');
    const { promise: after, resolve } = createDeferred();
    await track({ after, status: 404, body: {} }, '#TT-1');
    await screen.findByText('Looking for your order');
    const address = window.location.href;
    window.history.pushState(null, '', '/elsewhere');
    resolve();
    expect(await submitButton()).toBeEnabled();
    window.history.replaceState(null, '', address);
    expect(orderCalls()).toEqual(['/orders/#TT-1']);
    expect(notifications()).toBeEmptyDOMElement();
  });

  it.each(['#A7Q2-93KD', 'ORD:65f1'])('sends the order number %s of a link of the shop unchanged', async (id) => {
    answer('GET', `/orders/${id}`, { body: anOrder({ id }) });
    const { user } = openTracking({ at: `/track-order?id=${encodeURIComponent(id)}` });
    await user.type(await contact(), 'asha@example.com');
    await user.click(await submitButton());
    await found();
    await user.clear(await orderNumber());
    await user.type(await orderNumber(), 'Order TT-1');
    answer('GET', '/orders/Order TT-1', { status: 404, body: {} });
    answer('GET', '/orders/TT-1', { body: anOrder({ id: 'TT-1' }) });
    await user.click(await submitButton());
    await waitFor(() => expect(calls('GET', '/orders/TT-1')).toHaveLength(1));
  });

  it.each<[string, FakeAnswer, string]>([
    ['a refusal', { status: 404, body: { error: 'Order not found or access denied' } }, ''],
    ['no response', 'no response', ' / The shop did not respond. Check your connection, then try again.'],
    ['a rate limit', { status: 429, body: {} }, ' / Too many attempts. Please wait a few minutes, then try again.'],
    [
      'an outage',
      { status: 500, body: {} },
      ' / The shop has a problem at the moment. Please try again in a few minutes.',
    ],
    [
      'an order without a number',
      { body: { status: 1 } },
      ' / The shop has a problem at the moment. Please try again in a few minutes.',
    ],
  ])('shows its message, the reason and no order after %s [8.orders-01 8.orders-02]', async (_kind, reply, reason) => {
    expectLog('Order not found or access denied');
    const { user } = await track({ body: anOrder({ id: 'TT-1' }) });
    await found();
    answer('GET', '/orders/TT-1', reply);
    await user.click(await submitButton());
    await waitFor(() =>
      expect(
        notifications().textContent?.endsWith(
          `Error / Failed to find order. Please check your information and try again.${reason}`,
        ),
      ).toBe(true),
    );
    expect(screen.queryByRole('region', { name: /^Order / })).not.toBeInTheDocument();
    expect(await orderNumber()).toHaveValue('TT-1');
    expect(await submitButton()).toBeEnabled();
  });
});
