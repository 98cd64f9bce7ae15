import { storeApi } from '@shop/api-client/store-api';
import type { CartLine } from '@shop/cart/cart-line';
import { cartRead } from '@shop/cart/cart-slice';
import { aProduct, aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { type RenderedRoutes, type RenderRoutesOptions, renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const saucepan: CartLine = {
  id: 'p1',
  name: 'Hammered Copper Saucepan',
  image: '',
  price: 1999.5,
  quantity: 2,
  selectedSize: '2 litre',
};
const larger: CartLine = { ...saucepan, selectedSize: '4 litre', quantity: 3 };
const dabba: CartLine = { id: 'p2', name: 'Masala Dabba', image: '', price: 100, quantity: 1 };

const address = {
  'Full Name': 'Asha Rao',
  Address: '1 MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  'Postal Code': '411001',
  Phone: '+91 98765 43210',
};
const fields = Object.keys(address);

const storedCart = () => JSON.parse(window.localStorage.getItem('cart') ?? 'null');
const storedDraft = () => JSON.parse(window.sessionStorage.getItem('checkout_draft') ?? 'null');
const field = (label: string) => screen.getByRole('textbox', { name: label });
const submitButton = (name = 'Place Order') => screen.findByRole('button', { name });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });

/** Opens checkout as a signed-in shopper. */
function openCheckout(lines: CartLine[] = [saucepan], options: Partial<RenderRoutesOptions<typeof paths>> = {}) {
  window.localStorage.setItem('auth_token', 'abc');
  window.localStorage.setItem('cart', JSON.stringify(lines));
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  return renderRoutes({ paths, routes, at: '/checkout', ...options });
}

async function fillIn(user: RenderedRoutes['user'], typed = address) {
  await submitButton();
  for (const [label, text] of Object.entries(typed)) {
    await user.clear(field(label));
    await user.click(field(label));
    await user.paste(text);
  }
}

/** A promise that settles when the test says so. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

/** Opens checkout, fills the form, and sends it. */
async function order(reply: FakeAnswer, { lines = [saucepan], typed = address } = {}) {
  answer('POST', '/orders', reply);
  const page = openCheckout(lines);
  await fillIn(page.user, typed);
  await page.user.click(await submitButton());
  return page;
}

describe('the page', () => {
  it('asks for a shipping address [2.checkout-01 3.shipping-01 5.checkout-04]', async () => {
    openCheckout();
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Checkout – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const asked = fields.map((label) => {
      const input = field(label);
      expect(input).toBeRequired();
      return [input.getAttribute('name'), input.getAttribute('autocomplete'), input.getAttribute('inputmode')];
    });
    expect(asked).toEqual([
      ['fullName', 'name', null],
      ['address', 'street-address', null],
      ['city', 'address-level2', null],
      ['state', 'address-level1', null],
      ['postalCode', 'postal-code', 'numeric'],
      ['phone', 'tel', 'tel'],
    ]);
  });

  it('sums up the order in rupees, with free shipping [2.checkout-02 2.checkout-03 9.constants-13 R.06-2]', async () => {
    openCheckout([saucepan, dabba]);
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    const rows = summary.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(rows).toEqual([
      ['Subtotal', '₹4,099'],
      ['Shipping', 'Free'],
      ['Total', '₹4,099'],
    ]);
    expect(summary.getByText(/Size 2 litre · Qty\s2/)).toBeInTheDocument();
    expect(summary.getByText('₹3,999')).toBeInTheDocument();
  });

  it('folds the items of the summary and leaves its total in sight', async () => {
    const { user } = openCheckout([saucepan, dabba]);
    const fold = await screen.findByRole('button', { name: '3 items' });
    const items = document.getElementById(fold.getAttribute('aria-controls') ?? '');
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    expect(items).toHaveAttribute('data-folded', 'true');
    expect(items).not.toContainElement(screen.getByText('Total'));
    await user.click(fold);
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    expect(items).toHaveAttribute('data-folded', 'false');
  });

  it('shows nothing of it before storage was read', async () => {
    const { readStorage } = openCheckout([saucepan], { isStorageUnread: true });
    expect(await screen.findByText('Loading checkout')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    readStorage();
    expect(await submitButton()).toBeEnabled();
  });
});

describe('an incomplete address', () => {
  it('is refused, marks each field, and focuses the first [5.checkout-02 R.27-1 R.27-2]', async () => {
    const { user } = openCheckout();
    await user.click(await submitButton());
    await waitFor(() =>
      expect(notifications()).toHaveTextContent(
        /^Please fill all fields \/ All shipping information fields are required\.$/,
      ),
    );
    const messages = fields.map((label) => field(label).getAttribute('aria-describedby'));
    expect(messages.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual([
      'Full name is required',
      'Address is required',
      'City is required',
      'State is required',
      'Postal code is required',
      'Phone is required',
    ]);
    for (const label of fields) expect(field(label)).toBeInvalid();
    expect(field('Full Name')).toHaveFocus();
    expect(calls('POST')).toEqual([]);
  });

  it.each(fields)('counts blanks in %s as nothing [5.checkout-03]', async (label) => {
    await order({ body: { id: 'never' } }, { typed: { ...address, [label]: '   ' } });
    await waitFor(() => expect(field(label)).toHaveFocus());
    expect(notifications()).toHaveTextContent('Please fill all fields');
    expect(fields.filter((one) => field(one).getAttribute('aria-invalid') === 'true')).toEqual([label]);
    expect(calls('POST')).toEqual([]);
  });
});

describe('an empty cart', () => {
  it('disables the button [5.checkout-05 R.34-1]', async () => {
    openCheckout([]);
    expect(await submitButton()).toBeDisabled();
    expect(screen.getByRole('heading', { level: 2, name: 'Nothing to order yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
  });

  it('is what a submit by Enter is told about, whether the form is filled or not [5.checkout-01 R.34-1]', async () => {
    const { user } = openCheckout([]);
    await submitButton();
    const told = 'Cart is empty / Please add items to your cart before checkout.';
    await user.type(field('City'), 'Pune{Enter}');
    await waitFor(() => expect(within(notifications()).getAllByText(told)).toHaveLength(1));
    await fillIn(user);
    await user.type(field('Phone'), '{Enter}');
    await waitFor(() => expect(within(notifications()).getAllByText(told)).toHaveLength(2));
    expect(notifications()).not.toHaveTextContent('Please fill all fields');
    expect(calls('POST')).toEqual([]);
  });
});

describe('placing an order', () => {
  it('sends summed quantities and the trimmed address, once [7.calls-15 R.20-1 R.20-2]', async () => {
    await order(
      { body: { id: 'TT-1' } },
      { lines: [saucepan, larger, dabba], typed: { ...address, 'Full Name': '  Asha Rao ', Address: ' 1 MG Road\n' } },
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

  it.each([
    ['id', { id: 'TT/1 x' }, '?orderId=TT%2F1%20x'],
    ['data.id', { data: { id: 7 } }, '?orderId=7'],
  ])(
    'takes the id from %s, and goes to payment before the cart is emptied [2.checkout-05 4.checkout-01 7.calls-16 R.23-1]',
    async (_place, body, search) => {
      answer('POST', '/orders', { body });
      const { user, store, location } = openCheckout();
      await fillIn(user);
      const emptiedAt: string[] = [];
      store.subscribe(() => {
        if (store.getState().cart.lines.length === 0) emptiedAt.push(location().pathname);
      });
      await user.click(await submitButton());
      await screen.findByText('Elsewhere');
      expect(location()).toMatchObject({ pathname: '/payment', search });
      expect(emptiedAt[0]).toBe('/payment');
      expect(storedCart()).toEqual([]);
      expect(storedDraft()).toBeNull();
      expect(notifications()).toBeEmptyDOMElement();
    },
  );

  it('locks at once: two fast clicks make one order [2.checkout-04 4.checkout-01 R.15-2]', async () => {
    const reply = deferred();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    const { user } = openCheckout([saucepan, dabba]);
    await fillIn(user);
    await user.dblClick(await submitButton());
    expect(await submitButton('Processing...')).toBeDisabled();
    await user.type(field('City'), '{Enter}');
    // What is being ordered stays in sight, whatever becomes of the cart meanwhile.
    expect(screen.getByText('Masala Dabba')).toBeInTheDocument();
    reply.resolve();
    await screen.findByText('Elsewhere');
    expect(calls('POST')).toHaveLength(1);
  });

  it('is still on its way for who leaves and comes back', async () => {
    const reply = deferred();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    // The cart asks what its products cost now.
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1', regularPrice: saucepan.price }) });
    const { user, back } = openCheckout([saucepan], { at: '/cart' });
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    await fillIn(user);
    await user.click(await submitButton());
    await submitButton('Processing...');
    back();
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    expect(await submitButton('Processing...')).toBeDisabled();
    reply.resolve();
    await screen.findByText('Elsewhere');
    expect(calls('POST')).toHaveLength(1);
  });

  it('is over for who goes Back before the payment page has arrived', async () => {
    window.localStorage.setItem('auth_token', 'abc');
    window.localStorage.setItem('cart', JSON.stringify([saucepan]));
    answer('GET', '/storeInfo', { body: aStoreInfo() });
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user, location, back } = renderRoutes({
      paths: { ...paths, payment: { ...paths.checkout, pattern: '/payment' } },
      routes: { ...routes, payment: () => new Promise(() => {}) },
      at: '/checkout',
    });
    await fillIn(user);
    await user.click(await submitButton());
    await waitFor(() => expect(location().pathname).toBe('/payment'));
    back();
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(await screen.findByRole('heading', { name: 'Nothing to order yet' })).toBeInTheDocument();
    expect(await submitButton()).toBeDisabled();
    expect(screen.queryByText(saucepan.name)).not.toBeInTheDocument();
  });

  it('leaves in the cart what was added since it was sent', async () => {
    const reply = deferred();
    const { store, user } = openCheckout([saucepan, dabba]);
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    await fillIn(user);
    await user.click(await submitButton());
    await submitButton('Processing...');
    const other = { ...dabba, id: 'p3' };
    act(() => void store.dispatch(cartRead([{ ...saucepan, quantity: 3 }, dabba, other])));
    reply.resolve();
    await screen.findByText('Elsewhere');
    await waitFor(() => expect(storedCart()).toEqual([{ ...saucepan, quantity: 1 }, other]));
    expect(notifications()).toBeEmptyDOMElement();
  });

  it('takes nobody to payment who has left for another page, and says that it waits', async () => {
    const reply = deferred();
    const { user, location, goTo } = openCheckout();
    answer('POST', '/orders', { body: { id: 'TT-1' }, after: reply.promise });
    await fillIn(user);
    await user.click(await submitButton());
    await submitButton('Processing...');
    goTo('/products');
    reply.resolve();
    expect(await screen.findByText('Order placed / It waits for its payment under My Orders.')).toBeInTheDocument();
    await waitFor(() => expect(storedCart()).toEqual([]));
    expect(location().pathname).toBe('/products');
    expect(storedDraft()).toBeNull();
  });

  it('makes every list of orders ask anew', async () => {
    const { endpoints } = storeApi.injectEndpoints({
      endpoints: (build) => ({
        testOrders: build.query<unknown, void>({ query: () => '/orders', providesTags: ['Order'] }),
      }),
    });
    answer('GET', '/orders', { body: [] });
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user, store } = openCheckout();
    await act(async () => void (await store.dispatch(endpoints.testOrders.initiate())));
    await fillIn(user);
    await user.click(await submitButton());
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(2));
  });
});

describe('a failed order', () => {
  it.each<[kind: string, tag: string, reply: FakeAnswer]>([
    ['a broken server', '[8.orders-04 8.orders-05 R.23-2]', { status: 500, text: '<html>' }],
    ['no answer', '[8.orders-04 8.orders-05 R.23-2]', 'no response'],
    ['text that is no JSON', '[8.orders-04 8.orders-05 R.23-2]', { text: 'ok' }],
    ['an empty body', '[8.orders-04 8.orders-05 R.23-2]', { text: '' }],
    ['null', '[8.orders-04 8.orders-05 R.23-2]', { body: null }],
    ['a list', '[8.orders-04 8.orders-05 R.23-2]', { body: [] }],
    ['an answer without an id', '[8.orders-04 8.orders-05 R.07-4 R.23-2]', { body: { ok: true } }],
    ['a blank id', '[8.orders-04 8.orders-05 R.23-2]', { body: { id: ' ' } }],
    ['an id of another kind', '[8.orders-04 8.orders-05 R.23-2]', { body: { id: { $oid: 1 }, data: null } }],
  ])('after %s keeps the cart and the form %s', async (_kind, _tag, reply) => {
    expectLog('Failed to create order');
    const { location } = await order(reply);
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Error placing order \/ Please try again later\.$/));
    expect(location().pathname).toBe('/checkout');
    expect(storedCart()).toMatchObject([{ id: 'p1', quantity: 2 }]);
    for (const [label, text] of Object.entries(address)) expect(field(label)).toHaveValue(text);
    expect(await submitButton()).toBeEnabled();
  });

  it('that the server refused shows what is no longer available, and leads to the cart', async () => {
    expectLog('Failed to create order');
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
    answer('GET', '/products/p2', { status: 404, body: { error: 'Product not found.' } });
    const refusal = { status: 422, body: { error: 'These products are not in the shop: p2.' } };
    await order(refusal, { lines: [saucepan, larger, dabba] });
    expect(await screen.findByRole('alert')).toHaveTextContent('Some items are no longer available.');
    expect(within(screen.getByRole('alert')).getByRole('link')).toHaveAttribute('href', '/cart');
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines.map((line) => line?.includes('No longer available'))).toEqual([false, false, true]);
    expect(notifications()).toHaveTextContent(/^Error placing order \/ Please try again later\.$/);
    expect(storedCart()).toHaveLength(3);
  });

  it('that the server refused for another reason says no more', async () => {
    expectLog('Failed to create order');
    answer('GET', '/products/p1', 'no response');
    answer('GET', '/products/p2', { status: 500, body: {} });
    const { store } = await order({ status: 400, body: {} }, { lines: [saucepan, dabba] });
    const asked = cartCheckoutApi.endpoints.cartCheckoutProducts.select(['p1', 'p2']);
    await waitFor(() => expect(asked(store.getState()).isSuccess).toBe(true));
    expect(screen.queryByText(/longer available/)).not.toBeInTheDocument();
    expect(await submitButton()).toBeEnabled();
  });

  it('can be tried again', async () => {
    expectLog('Failed to create order');
    const { user, location } = await order({ status: 503, body: {} });
    await waitFor(() => expect(notifications()).not.toBeEmptyDOMElement());
    answer('POST', '/orders', { body: { id: 'TT-2' } });
    await user.click(await submitButton());
    await screen.findByText('Elsewhere');
    expect(location().search).toBe('?orderId=TT-2');
  });
});

describe('the typed draft', () => {
  it('survives a reload', async () => {
    const { user } = openCheckout();
    await submitButton();
    await user.type(field('Full Name'), 'Asha');
    cleanup();
    openCheckout();
    await submitButton();
    expect(field('Full Name')).toHaveValue('Asha');
    expect(field('City')).toHaveValue('');
  });

  it('survives a session that ends while the order is sent, and the sign-in that follows', async () => {
    expectLog('Failed to create order');
    const { store } = await order({ status: 401, body: { error: 'Sign in again' } });
    await waitFor(() => expect(store.getState().session.status).toBe('signed-out'));
    await waitFor(() => expect(notifications()).toHaveTextContent('Error placing order'));
    cleanup();
    openCheckout();
    await submitButton();
    for (const [label, text] of Object.entries(address)) expect(field(label)).toHaveValue(text);
  });

  it.each(['{not json', 'null', '7', '[]', '{"city":7,"state":null}'])('is blank when %s is found', async (text) => {
    window.sessionStorage.setItem('checkout_draft', text);
    openCheckout();
    await submitButton();
    for (const label of fields) expect(field(label)).toHaveValue('');
  });

  it('is given up where the browser refuses storage', async () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const area = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse);
    const { location } = await order({ body: { id: 'TT-1' } });
    await screen.findByText('Elsewhere');
    expect(location().pathname).toBe('/payment');
    area.mockRestore();
  });
});
