import type { CartLine } from '@shop/cart/cart-line';
import { cartRead } from '@shop/cart/cart-slice';
import { aProduct } from '@shop/testing/builders';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answerPrice,
  attributes,
  dabba,
  fillAddress,
  findStoredCart,
  findSubmitButton,
  getField,
  getNotifications,
  openCheckout,
  openFilledCheckout,
  saucepan,
  typedAddress,
} from './testing/open-checkout';
import { minReadingTimeMs } from './use-place-order';

fakeStoreApi();

const notFound: FakeAnswer = { status: 404, body: { error: 'Product not found.' } };
const getAlert = () => within(screen.getByRole('alert'));
const getTotal = () => screen.getByText('Total', { selector: 'dt' }).nextSibling?.textContent;

/** Lets the clock show that the shopper has had time to read. */
function passReadingTime() {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + minReadingTimeMs);
}

afterEach(() => jest.restoreAllMocks());

/** Waits until the check on opening has answered, so that a later check is a call of its own. */
async function waitForFirstCheck(ids = ['p1']) {
  for (const id of ids) await waitFor(() => expect(calls('GET', `/products/${id}`)).toHaveLength(1));
  await act(async () => undefined);
}

/** Opens checkout, fills the form and waits for the first check of the prices. */
async function openChecked(lines: CartLine[] = [saucepan]) {
  const page = await openFilledCheckout(lines);
  await waitForFirstCheck(lines.map(({ id }) => id));
  return page;
}

describe('prices when checkout opens', () => {
  it('shows old price, new price and new total of a product whose price changed', async () => {
    openCheckout([saucepan, dabba]);
    answerPrice('p1', 2500);
    expect(await screen.findByText('Your order has changed')).toBeInTheDocument();
    expect(getAlert().getByRole('listitem')).toHaveTextContent('Hammered Copper Saucepan: was ₹1,999.5, now ₹2,500');
    expect(getAlert().getByText('New total: ₹5,100 (was ₹4,099)')).toBeInTheDocument();
    expect(getTotal()).toBe('₹5,100');
    expect(findStoredCart()).toMatchObject([{ price: 2500 }, { price: 100 }]);
  });

  it('names a product once that stands on two lines', async () => {
    openCheckout([saucepan, { ...saucepan, selectedSize: '4 litre' }]);
    answerPrice('p1', 10);
    await screen.findByText('Your order has changed');
    expect(getAlert().getAllByRole('listitem')).toHaveLength(1);
    expect(getAlert().getByText('New total: ₹40 (was ₹7,998)')).toBeInTheDocument();
  });

  it('shows which product is no longer available and links to the cart', async () => {
    openCheckout([saucepan, dabba]);
    answer('GET', '/products/p2', notFound);
    expect(await screen.findByText('Masala Dabba: no longer available')).toBeInTheDocument();
    expect(getAlert().getByRole('link', { name: 'your cart' })).toHaveAttribute('href', '/cart');
    expect(getAlert().queryByText(/^New total/)).not.toBeInTheDocument();
  });

  it('shows no message when prices are as in the cart', async () => {
    openCheckout([saucepan]);
    await findSubmitButton();
    await waitForFirstCheck();
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  });
});

describe('prices that change before Place Order', () => {
  it('stops the order when a price changes, and places it once the shopper confirms', async () => {
    const price = 2500;
    answer('POST', '/orders', { body: { id: 'TT-1', total: price * 2 } });
    const { user, location } = await openChecked();
    answerPrice('p1', price);
    await user.click(await findSubmitButton());
    expect(await screen.findByText('New total: ₹5,000 (was ₹3,999)')).toBeInTheDocument();
    expect(getNotifications()).toHaveTextContent(
      'Order not placed yet / Your order has changed. Check what changed, then place it again.',
    );
    await waitFor(() => expect(screen.getByText('Your order has changed').parentElement).toHaveFocus());
    expect(calls('POST')).toEqual([]);
    for (const [label, text] of Object.entries(typedAddress)) expect(getField(label)).toHaveValue(text);

    passReadingTime();
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(calls('POST', '/orders')).toHaveLength(1);
    expect(location().state).toMatchObject({ shownTotal: price * 2, total: price * 2 });
  });

  it('stops the order when a price changes a second time', async () => {
    const { user } = await openChecked();
    answerPrice('p1', 2500);
    await user.click(await findSubmitButton());
    await screen.findByText('New total: ₹5,000 (was ₹3,999)');
    answerPrice('p1', 1999.5);
    passReadingTime();
    await user.click(await findSubmitButton());
    expect(await screen.findByText('New total: ₹3,999 (was ₹5,000)')).toBeInTheDocument();
    expect(calls('POST')).toEqual([]);
  });

  const otherSize = [{ key: 'size', value: ['4 litre'] }];
  it.each<[string, string, FakeAnswer, string]>([
    ['a product is no longer available', 'p2', notFound, 'Masala Dabba: no longer available'],
    [
      'the size of a line is not sold any more',
      'p1',
      { body: aProduct({ id: 'p1', regularPrice: saucepan.price, attributes: otherSize }) },
      'Hammered Copper Saucepan, Size 2 litre: no longer available',
    ],
    [
      'the product of a line without a size has sizes now',
      'p2',
      { body: aProduct({ id: 'p2', regularPrice: dabba.price, attributes }) },
      'Masala Dabba: no longer available',
    ],
  ])('stops the order when %s', async (_case, id, reply, text) => {
    const { user } = await openChecked([saucepan, dabba]);
    answer('GET', `/products/${id}`, reply);
    await user.click(await findSubmitButton());
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(getAlert().getAllByRole('listitem')).toHaveLength(1);
    const items = within(screen.getByRole('list', { name: 'Items' }));
    expect(items.getAllByText('No longer available')).toHaveLength(1);
    expect(getNotifications()).toHaveTextContent(
      'Order not placed yet / Your order has changed. Check what changed, then place it again.',
    );
    expect(calls('POST')).toEqual([]);
    expect(findStoredCart()).toHaveLength(2);
    expect(await findSubmitButton()).toBeEnabled();
  });

  it('ignores a click that follows the new prices faster than they can be read', async () => {
    const { user } = await openFilledCheckout([saucepan]);
    answerPrice('p1', 2500);
    await waitForFirstCheck();
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await user.click(await findSubmitButton());
    await screen.findByText('Your order has changed');
    const checks = calls('GET', '/products/p1').length;
    await user.click(await findSubmitButton());
    expect(calls('GET', '/products/p1')).toHaveLength(checks);
    expect(calls('POST')).toEqual([]);
  });

  it('shows a price that another tab has refreshed, and ignores a click that follows faster than it can be read', async () => {
    const { user, store } = await openChecked([saucepan, dabba]);
    answerPrice('p1', 2500);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    act(() => void store.dispatch(cartRead([{ ...saucepan, price: 2500 }, dabba])));
    expect(getAlert().getByRole('listitem')).toHaveTextContent('Hammered Copper Saucepan: was ₹1,999.5, now ₹2,500');
    expect(getAlert().getByText('New total: ₹5,100 (was ₹4,099)')).toBeInTheDocument();
    await user.click(await findSubmitButton());
    expect(calls('GET', '/products/p1')).toHaveLength(1);
    expect(calls('POST')).toEqual([]);
  });

  it('places no order for a cart that another tab has ordered during the check, and says so', async () => {
    const check = createDeferred();
    const { user, store } = await openChecked();
    answerPrice('p1', saucepan.price, check.promise);
    await user.click(await findSubmitButton());
    act(() => void store.dispatch(cartRead([])));
    check.resolve();
    expect(await screen.findByText(/^Order not placed yet/)).toBeInTheDocument();
    expect(calls('POST')).toEqual([]);
  });

  it('places no order for a shopper who leaves during the check, and says so', async () => {
    const check = createDeferred();
    const { user, goTo } = await openChecked();
    answerPrice('p1', saucepan.price, check.promise);
    await user.click(await findSubmitButton());
    await findSubmitButton('Processing...');
    goTo('/products');
    check.resolve();
    await waitFor(() => expect(getNotifications()).toHaveTextContent(/^Order not placed \/ You left checkout/));
    expect(calls('POST')).toEqual([]);
    expect(findStoredCart()).toHaveLength(1);
  });
});

describe('products that cannot be checked', () => {
  it.each<[string, FakeAnswer]>([
    ['fails', { status: 503, body: {} }],
    ['sends no product', { body: [] }],
    ['does not respond in time', 'never'],
  ])('places the order at the prices shown when the product API %s', async (_case, reply) => {
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user, location } = openCheckout([saucepan]);
    answer('GET', '/products/p1', reply);
    await fillAddress(user);
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere', undefined, { timeout: 10_000 });
    expect(calls('POST', '/orders')).toHaveLength(1);
    expect(location().state).toMatchObject({ orderId: 'TT-1', shownTotal: 3999 });
    expect(location().state).not.toHaveProperty('total');
  });

  it('still finds a changed price when another product is slow', async () => {
    const { user } = await openChecked([saucepan, dabba]);
    answerPrice('p1', 2500);
    answer('GET', '/products/p2', 'never');
    await user.click(await findSubmitButton());
    expect(await screen.findByText('Your order has changed', undefined, { timeout: 10_000 })).toBeInTheDocument();
    expect(calls('POST')).toEqual([]);
  });
});

describe('the order handed to the payment page', () => {
  it('carries the items and the total of the response, and the total that was shown', async () => {
    const items = [{ id: 'p1', productTitle: 'Saucepan', quantity: 2, price: 2100 }];
    answer('POST', '/orders', { body: { id: 'TT-1', items, total: 4200 } });
    const { user, location } = await openFilledCheckout([saucepan]);
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(location().state).toEqual({
      orderId: 'TT-1',
      items: [{ name: 'Saucepan', quantity: 2, price: 2100 }],
      shownTotal: 3999,
      total: 4200,
    });
  });

  it('has the sizes of the cart when the response has no items', async () => {
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user, location } = await openFilledCheckout([{ ...saucepan, selectedColor: 'Copper' }, dabba]);
    await user.click(await findSubmitButton());
    await screen.findByText('Elsewhere');
    expect(location().state).toMatchObject({
      items: [
        { name: saucepan.name, quantity: 2, price: 1999.5, size: '2 litre', color: 'Copper' },
        { name: dabba.name, quantity: 1, price: 100 },
      ],
    });
  });
});
