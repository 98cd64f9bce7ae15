import type { OrderJson } from '@shop/api-contract/schemas/order';
import type { PageLanguage } from '@shop/language/texts';
import { anOrder, aProduct } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import ownTexts from '../../texts/hi.json';

fakeStoreApi();

function openOrder(reply: FakeAnswer, at = '/orders/TT%201', language?: PageLanguage) {
  window.localStorage.setItem('auth_token', 'abc');
  answer('GET', '/orders', reply);
  answer('GET', '/products/p1', { body: aProduct({ id: 'p1', regularPrice: 5200 }) });
  return renderRoutes({ paths, routes, at, language });
}

const orderAgain = () => screen.findByRole('button', { name: 'Order Again' });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });
const inCash = { paymentMethod: 'Cash on delivery' };
const item = (id: string, quantity = 1) => ({ id, productTitle: `Product ${id}`, quantity, price: 100 });

describe('the page of an order', () => {
  it('shows progress, items, amounts, delivery and what the shopper can do', async () => {
    openOrder({ body: [anOrder({ id: 'TT 2' }), anOrder({ id: 'TT 1' })] });
    const order = within(await screen.findByRole('region', { name: 'Order TT 1' }));
    expect(order.getByRole('heading', { level: 1, name: 'Order TT 1' })).toBeInTheDocument();
    expect(order.getByText('January 5, 2025')).toBeInTheDocument();
    expect(order.getByText('Pending').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(order.getByRole('row', { name: 'Hammered Copper Saucepan 2 $4999.00' })).toBeInTheDocument();
    expect(order.getByRole('row', { name: 'Shipping Free' })).toBeInTheDocument();
    expect(order.getByRole('row', { name: 'Total $9998.00' })).toBeInTheDocument();
    expect(order.getByText('1 MG Road, Pune, Maharashtra, 411001')).toBeInTheDocument();
    expect(order.getByRole('link', { name: 'Pay Now' })).toHaveAttribute('href', '/payment?orderId=TT%201');
    expect(order.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order?id=TT%201');
    await waitFor(() => expect(document.title).toBe('Order TT 1 – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it.each<[number, Partial<OrderJson>, string[]]>([
    [0, {}, ['Status: Pending. Payment: not received yet.']],
    [2, {}, ['Status: Shipped. Payment: received, or due in cash on delivery.']],
    [2, { ...inCash, dueOnDelivery: 9998 }, ['₹9,998 is due in cash on delivery.', 'Status: Shipped.']],
    [2, { paymentMethod: 'Card' }, ['Payment: received (Card).', 'Status: Shipped.']],
    [3, inCash, ['Payment: received (Cash on delivery).', 'Status: Delivered.']],
    [4, inCash, ['Status: Cancelled.']],
    [9, {}, ['Status: Unknown.']],
  ])('prints a receipt of the shop for an order of status %i with %p', async (status, more, lines) => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = openOrder({ body: [anOrder({ id: 'TT 1', status, ...more })] });
    const order = within(await screen.findByRole('region', { name: 'Order TT 1' }));
    expect(order.getByText('Tamra & Teak')).toBeInTheDocument();
    expect(order.getByText('14 Lavelle Road, Bengaluru 560001')).toBeInTheDocument();
    expect(order.getAllByText(/^(Status|Payment|₹)/).map(({ textContent }) => textContent)).toEqual(lines);
    await user.click(order.getByRole('button', { name: 'Print Receipt' }));
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });

  it.each([
    ['Card', 'कार्ड', null],
    ['Gift card', 'Gift card', 'en'],
  ])('in Hindi names the payment method %s as %s, and does not mark the address', async (paymentMethod, name, lang) => {
    const order = anOrder({ id: 'TT 1', status: 2, paymentMethod });
    openOrder({ body: [order] }, undefined, { code: 'hi', catalog: { ...ownTexts, Card: 'कार्ड' } });
    expect((await screen.findByText(name)).getAttribute('lang')).toBe(lang);
    expect(screen.getByText('1 MG Road, Pune, Maharashtra, 411001')).not.toHaveAttribute('lang');
  });

  it.each([
    ['the list does not contain it', [anOrder({ id: 'TT 2' })]],
    ['the list is empty', []],
  ])('says that there is no such order when %s', async (_case, orders) => {
    openOrder({ body: orders });
    expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View My Orders' })).toHaveAttribute('href', '/orders');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('loads again after a failure', async () => {
    expectLog('The orders did not load');
    const { user } = openOrder({ status: 500, body: {} });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your orders. Please try again.');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT 1' })] });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('table')).toBeInTheDocument();
  });
});

describe('Order Again', () => {
  it('adds the items at current prices and opens the cart with one toast', async () => {
    const sized = [{ key: 'size', value: ['One size'] }];
    answer('GET', '/products/p2', { body: aProduct({ id: 'p2', title: 'Apron', attributes: sized }) });
    const { user, store, location } = openOrder({
      body: [anOrder({ id: 'TT 1', items: [item('p1', 2), item('p2'), item('p1')] })],
    });
    await user.click(await orderAgain());
    await waitFor(() => expect(location().pathname).toBe('/cart'));
    expect(store.getState().cart.lines).toEqual([
      expect.objectContaining({ id: 'p1', quantity: 3, price: 5200, image: aProduct().imgUrl }),
      expect.objectContaining({ id: 'p2', name: 'Apron', quantity: 1, selectedSize: 'One size' }),
    ]);
    expect(notifications()).toHaveTextContent(/^Added to cart \/ 2 items, at current prices$/);
  });

  it('puts the same size and colour into the cart, as items of their own', async () => {
    const attributes = [
      { key: 'size', value: ['M', 'L'] },
      { key: 'color', value: ['Madder', 'Indigo'] },
    ];
    answer('GET', '/products/shirt', { body: aProduct({ id: 'shirt', attributes }) });
    const chosen = { ...item('shirt', 2), size: 'L', color: 'Indigo' };
    const { user, store } = openOrder({
      body: [anOrder({ id: 'TT 1', items: [chosen, { ...chosen, size: 'M' }, chosen, { ...chosen, size: 'XXL' }] })],
    });
    expect(
      await screen.findAllByText('Size L · Colour Indigo', { normalizer: (text) => text.replace(/\s/g, ' ') }),
    ).toHaveLength(2);
    await user.click(await orderAgain());
    expect(await screen.findByText(/needs a size or colour/)).toBeInTheDocument();
    expect(
      store
        .getState()
        .cart.lines.map(({ quantity, selectedSize, selectedColor }) => [quantity, selectedSize, selectedColor]),
    ).toEqual([
      [4, 'L', 'Indigo'],
      [2, 'M', 'Indigo'],
    ]);
  });

  it('shows the picture of the ordered colour', async () => {
    const attributes = [{ key: 'color', value: ['Madder', 'Indigo'] }];
    const colorImages = [{ color: 'Indigo', url: 'https://img.example/indigo.jpg' }];
    answer('GET', '/products/shirt', { body: { ...aProduct({ id: 'shirt', attributes }), colorImages } });
    const items = ['Indigo', 'Madder'].map((color) => ({ ...item('shirt'), color }));
    const { user, store } = openOrder({ body: [anOrder({ id: 'TT 1', items })] });
    await user.click(await orderAgain());
    await waitFor(() => expect(store.getState().cart.lines).toHaveLength(2));
    expect(store.getState().cart.lines.map(({ selectedColor, image }) => [selectedColor, image])).toEqual([
      ['Indigo', 'https://img.example/indigo.jpg'],
      ['Madder', aProduct().imgUrl],
    ]);
  });

  it('adds the items once while the cart loads, and again after a return to the order', async () => {
    window.localStorage.setItem('auth_token', 'abc');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT 1' })] });
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
    const { user, store, location, back } = renderRoutes({
      paths: { ...paths, cart: { ...paths.order, pattern: '/cart' } },
      routes: { ...routes, cart: () => new Promise(() => {}) },
      at: '/orders/TT%201',
    });
    await user.click(await orderAgain());
    await waitFor(() => expect(location().pathname).toBe('/cart'));
    expect(screen.getByRole('button', { name: 'Adding to cart...' })).toBeDisabled();
    back();
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await user.click(await orderAgain());
    await waitFor(() => expect(store.getState().cart.lines[0]?.quantity).toBe(4));
  });

  it('skips what cannot be added, and names it with its reason and a link', async () => {
    answer('GET', '/products/gone', { status: 404, body: {} });
    answer('GET', '/products/down', { status: 500, body: {} });
    answer('GET', '/products/shirt', { body: aProduct({ attributes: [{ key: 'size', value: ['M', 'L'] }] }) });
    answer('GET', '/products/plain', { body: aProduct({ id: 'plain' }) });
    const sized = { ...item('plain'), size: 'M' };
    const { user, store, location } = openOrder({
      body: [anOrder({ id: 'TT 1', items: [...['gone', 'shirt', 'down', 'p1'].map((id) => item(id)), sized] })],
    });
    await user.click(await orderAgain());
    const links = await screen.findAllByRole('link', { name: /^Product / });
    const rows = links.map((link) => link.closest('li')).filter(Boolean);
    expect(rows.map((row) => row?.textContent)).toEqual([
      'Product gone is no longer sold.',
      'Product shirt needs a size or colour. Choose it on its page.',
      'Product down could not be loaded. Try again, or open its page.',
      'Product plain could not be added from this order. Choose it in the shop.',
    ]);
    expect(rows[1]?.querySelector('a')).toHaveAttribute('href', '/product/shirt');
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['p1']);
    expect(notifications()).toHaveTextContent(/^Added to cart \/ 1 item; 4 not added$/);
    expect(location().pathname).toBe('/orders/TT%201');
    expect(screen.getByRole('link', { name: 'View Cart' })).toHaveAttribute('href', '/cart');
  });

  it.each<[string, FakeAnswer, [clicks: number, lines: [id: string, quantity: number][], pathname: string]]>([
    ['is gone', { status: 404, body: {} }, [1, [['p1', 2]], '/orders/TT%201']],
    [
      'needs a choice',
      { body: aProduct({ attributes: [{ key: 'size', value: ['M', 'L'] }] }) },
      [1, [['p1', 2]], '/orders/TT%201'],
    ],
    ['does not load', { status: 500, body: {} }, [2, [['p1', 2]], '/orders/TT%201']],
    [
      'loads at the second click',
      { body: aProduct({ id: 'p2' }) },
      [
        2,
        [
          ['p1', 2],
          ['p2', 3],
        ],
        '/cart',
      ],
    ],
  ])('adds the other items once for two clicks when an item %s', async (_case, reply, [clicks, lines, pathname]) => {
    answer('GET', '/products/p2', clicks === 1 ? reply : { status: 500, body: {} });
    const { user, store, location } = openOrder({
      body: [anOrder({ id: 'TT 1', items: [item('p1', 2), item('p2', 3)] })],
    });
    await user.click(await orderAgain());
    await screen.findByRole('region', { name: 'Items not added' });
    answer('GET', '/products/p2', reply);
    const button = await orderAgain();
    if (clicks === 1) expect(button).toBeDisabled();
    await user.click(button);
    if (clicks === 2)
      await waitFor(() => expect(notifications()).toHaveTextContent(/Nothing was added|at current prices/));
    await waitFor(() => expect(location().pathname).toBe(pathname));
    expect(store.getState().cart.lines.map(({ id, quantity }) => [id, quantity])).toEqual(lines);
    expect(store.getState().notifications).toHaveLength(clicks);
  });

  it('gives the links of an item without a title a name', async () => {
    answer('GET', '/products/gone', { status: 404, body: {} });
    const { user } = openOrder({ body: [anOrder({ id: 'TT 1', items: [{ ...item('gone'), productTitle: '' }] })] });
    expect(await screen.findByRole('link', { name: 'Item' })).toHaveAttribute('href', '/product/gone');
    await user.click(await orderAgain());
    const skipped = within(await screen.findByRole('region', { name: 'Items not added' }));
    expect(skipped.getByRole('listitem')).toHaveTextContent(/^Item is no longer sold\.$/);
    expect(skipped.getByRole('link', { name: 'Item' })).toHaveAttribute('href', '/product/gone');
  });

  it('names an item without an id and an item with a fractional quantity, which cannot be added', async () => {
    answer('GET', '/products/p8', { body: aProduct({ id: 'p8' }) });
    const { user, store } = openOrder({
      body: [anOrder({ id: 'TT 1', items: [{ ...item('p9'), id: '' }, item('p8', 1.5), item('p1')] })],
    });
    await user.click(await orderAgain());
    const skipped = within(await screen.findByRole('region', { name: 'Items not added' }));
    expect(skipped.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Product p9 could not be added from this order. Choose it in the shop.',
      'Product p8 could not be added from this order. Choose it in the shop.',
    ]);
    expect(skipped.queryByRole('link', { name: 'Product p9' })).not.toBeInTheDocument();
    expect(store.getState().cart.lines.map(({ id }) => id)).toEqual(['p1']);
    expect(notifications()).toHaveTextContent(/^Added to cart \/ 1 item; 2 not added$/);
  });

  it('says that nothing was added when no item can be added', async () => {
    answer('GET', '/products/gone', { status: 404, body: {} });
    const { user, store } = openOrder({ body: [anOrder({ id: 'TT 1', items: [item('gone')] })] });
    await user.click(await orderAgain());
    await waitFor(() => expect(notifications()).toHaveTextContent(/^Nothing was added/));
    expect(store.getState().cart.lines).toEqual([]);
  });

  it('adds the items once for two fast clicks, and leaves a shopper alone who has gone elsewhere', async () => {
    const arrival = createDeferred();
    const { store, location, goTo } = openOrder({ body: [anOrder({ id: 'TT 1' })] });
    await screen.findByRole('table');
    await waitFor(() => expect(calls('GET', '/products/p1')).toHaveLength(1));
    answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }), after: arrival.promise });
    const button = await orderAgain();
    button.click();
    button.click();
    expect(await screen.findByRole('button', { name: 'Adding to cart...' })).toBeDisabled();
    goTo('/elsewhere');
    arrival.resolve();
    await waitFor(() => expect(store.getState().cart.lines).toHaveLength(1));
    expect(store.getState().cart.lines[0]?.quantity).toBe(2);
    expect(location().pathname).toBe('/elsewhere');
  });
});

it('shows an order that is older than the list of the API', async () => {
  openOrder(
    { body: [anOrder({ id: 'TT-NEW' })], headers: { 'accept-order-pages': 'true', 'x-total-count': '2' } },
    '/orders/TT-OLD',
  );
  answer('GET', '/orders/TT-OLD', { body: anOrder({ id: 'TT-OLD' }) });
  expect(await screen.findByRole('region', { name: 'Order TT-OLD' })).toBeInTheDocument();
});
