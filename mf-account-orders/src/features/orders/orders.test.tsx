import type { Settings } from '@shop/settings/settings-slice';
import { anOrder, aProduct } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

function openOrders(reply: FakeAnswer, settings?: Partial<Settings>, at = '/orders') {
  window.localStorage.setItem('auth_token', 'abc');
  answer('GET', '/orders', reply);
  answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) });
  answer('GET', '/products/p2', { status: 404, body: { error: 'Product not found' } });
  return renderRoutes({ paths, routes, at, settings });
}

const block = async (id: string) => within(await screen.findByRole('article', { name: `Order ${id}` }));
type Block = Awaited<ReturnType<typeof block>>;
const cells = (order: Block) =>
  order.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
const pairs = (order: Block) =>
  order.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);

describe('an order of the list', () => {
  it('shows number, date, status, items, total and delivery [1.display-04 2.orders-01 2.orders-02 2.orders-03 2.orders-04 3.order-02 3.order-04]', async () => {
    openOrders({
      body: [
        anOrder({
          items: [
            { id: 'p1', productTitle: 'Saucepan', quantity: 2, price: 4999 },
            { id: 'p2', productTitle: '<b>Dabba</b>', quantity: 1, price: 0.1 },
          ],
        }),
      ],
    });
    const order = await block('TT-7K2M9QX4AB');
    expect(order.getByText('January 5, 2025')).toBeInTheDocument();
    expect(order.getByText('Pending')).toBeInTheDocument();
    expect(cells(order)).toEqual([
      ['Item', 'Quantity', 'Price'],
      ['Saucepan', '2', '$4999.00'],
      ['<b>Dabba</b>', '1', '$0.10'],
      ['3 items', '$9998.10'],
      ['Shipping', 'Free'],
      ['Total', '$9998.10'],
    ]);
    expect(pairs(order)).toEqual([
      ['Shipping address', '1 MG Road, Pune, Maharashtra, 411001'],
      ['Shipping method', 'Standard Shipping'],
      ['Tracking number', 'Not available'],
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'My Orders' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('My Orders – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it('shows rupees when the orderAmounts setting says so [R.06-3]', async () => {
    openOrders({ body: [anOrder()] }, { orderAmounts: 'rupee' });
    expect(cells(await block('TT-7K2M9QX4AB')).at(-1)).toEqual(['Total', '₹9,998']);
  });

  it.each([
    [0, 'Pending', '[2.orders-05 2.orders-06 4.order-01]'],
    [1, 'Processing', '[2.orders-05 2.orders-06 4.order-01]'],
    [4, 'Cancelled', '[2.orders-05 2.orders-06 4.order-01]'],
    [7, 'Unknown', '[2.orders-05 2.orders-06 3.order-06 4.order-01 8.other-04]'],
    ['2', 'Shipped', '[2.orders-05 2.orders-06 4.order-01]'],
    [undefined, 'Pending', '[2.orders-05 2.orders-06 3.order-01 4.order-01]'],
  ])('of status %p shows %s, and Pay Now only for Pending %s', async (status, name, _tag) => {
    openOrders({ body: { data: [{ ...anOrder({ id: 'TT 1' }), status }] } });
    const order = await block('TT 1');
    expect(order.getByText(name)).toBeInTheDocument();
    expect(order.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order?id=TT%201');
    const pay = order.queryByRole('link', { name: 'Pay Now' });
    if (name === 'Pending') expect(pay).toHaveAttribute('href', '/payment?orderId=TT%201');
    else expect(pay).not.toBeInTheDocument();
  });

  it('shows missing data as not available', async () => {
    openOrders({ body: [{ id: 5, date: 'soon', items: [{ productTitle: 'Tawa' }, { productTitle: 'Tawa' }] }] });
    const order = await block('5');
    expect(order.getByText('Date not available')).toBeInTheDocument();
    expect(cells(order).slice(1)).toEqual([
      ['Tawa', '0', '$0.00'],
      ['Tawa', '0', '$0.00'],
      ['0 items', '$0.00'],
      ['Shipping', 'Free'],
      ['Total', '$0.00'],
    ]);
    expect(pairs(order)[0]).toEqual(['Shipping address', 'Not available']);
  });

  it('copies its number on a click, and confirms it for 2.5 seconds', async () => {
    openOrders({ body: [anOrder()] });
    const order = await block('TT-7K2M9QX4AB');
    const write = jest.spyOn(window.navigator.clipboard, 'writeText').mockResolvedValue();
    const copy = order.getByRole('button', { name: 'Copy the number of order TT-7K2M9QX4AB' });
    jest.useFakeTimers();
    try {
      await act(async () => copy.click());
      expect(write).toHaveBeenCalledWith('TT-7K2M9QX4AB');
      expect(order.getByRole('status')).toHaveTextContent('Order number copied');
      act(() => jest.advanceTimersByTime(2500));
      expect(order.getByRole('status')).toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
      write.mockRestore();
    }
  });

  it('selects its number when the browser blocks the clipboard', async () => {
    const { user } = openOrders({ body: [anOrder()] });
    const order = await block('TT-7K2M9QX4AB');
    const write = jest.spyOn(window.navigator.clipboard, 'writeText');
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(order.getByRole('button', { name: /^Copy/ }));
    await waitFor(() => expect(order.getByRole('status')).toHaveTextContent('Order number selected'));
    expect(window.getSelection()?.toString()).toBe('TT-7K2M9QX4AB');
    write.mockRestore();
  });
});

describe('the list of orders', () => {
  it('keeps the sequence of the server and drops unreadable orders [7.calls-12]', async () => {
    openOrders({ body: [anOrder({ id: 'B' }), null, { status: 1 }, anOrder({ id: 'A' })] });
    await block('B');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Order B',
      'Order A',
    ]);
  });

  it('opens the newest order and folds the others to date, status, number of items and total', async () => {
    const old = anOrder({ id: 'OLD', status: 3, createdAt: '2024-12-24T10:00:00.000Z' });
    const { user } = openOrders({ body: [old, anOrder({ id: 'NEW' })] });
    const fold = async (id: string) => (await screen.findByRole('article', { name: `Order ${id}` })).firstElementChild;
    expect(await fold('NEW')).toHaveAttribute('open');
    expect(await fold('OLD')).not.toHaveAttribute('open');
    const order = await block('OLD');
    expect(order.getByText('December 24, 2024')).toBeVisible();
    expect(order.getByText('Delivered')).toBeVisible();
    expect(order.getByText('2 items · $9998.00')).toBeVisible();
    expect(order.getByRole('link', { name: 'View Order', hidden: true })).toHaveAttribute('href', '/orders/OLD');
    await user.click(order.getByText('2 items · $9998.00'));
    expect(await fold('OLD')).toHaveAttribute('open');
  });

  it('reads each product once, and shows the fallback for a product that is gone', async () => {
    const items = ['p1', 'p1', 'p2'].map((id) => ({ id, productTitle: id, quantity: 1, price: 1 }));
    openOrders({ body: [anOrder({ id: 'A', items }), anOrder({ id: 'B', items })] });
    const order = await block('A');
    const pictures = () => within(order.getByRole('table')).getAllByRole('presentation');
    await waitFor(() =>
      expect(pictures().map((picture) => picture.getAttribute('src'))).toEqual([
        aProduct().imgUrl,
        aProduct().imgUrl,
        'asset-stub',
      ]),
    );
    expect(calls('GET', '/products/p1')).toHaveLength(1);
    expect(calls('GET', '/products/p2')).toHaveLength(1);
  });

  it.each([
    ['pending', 0, ['Pay Now', 'Track Order'], ['Order Again', 'View Order']],
    ['processing', 1, ['Track Order', 'Order Again'], ['View Order']],
  ])('shows two actions of a %s order on a phone, and the others on demand', async (_name, status, first, others) => {
    const { user } = openOrders({ body: [anOrder({ status })] });
    const order = await block('TT-7K2M9QX4AB');
    const more = order.getByRole('button', { name: 'More for order TT-7K2M9QX4AB' });
    const rest = document.getElementById(more.getAttribute('aria-controls') ?? '');
    const isInRest = (name: string) =>
      rest?.contains(order.queryByRole('link', { name }) ?? order.getByRole('button', { name }));
    expect(first.map(isInRest)).toEqual([false, false]);
    for (const name of others) expect(isInRest(name)).toBe(true);
    expect(more).toHaveAttribute('aria-expanded', 'false');
    expect(rest).toHaveAttribute('data-collapsed', 'true');
    await user.click(more);
    expect(more).toHaveAttribute('aria-expanded', 'true');
    expect(rest).toHaveAttribute('data-collapsed', 'false');
  });

  it('shows a placeholder while the orders load', async () => {
    openOrders('never');
    expect(await screen.findByText('Loading your orders')).toBeInTheDocument();
    expect(screen.queryByText('No Orders Found')).not.toBeInTheDocument();
  });

  it('links to the products when it is empty [2.orders-07]', async () => {
    openOrders({ body: [] });
    expect(await screen.findByRole('heading', { level: 2, name: 'No Orders Found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is loaded at every visit', async () => {
    const { user, back } = openOrders({ body: [anOrder()] });
    answer('GET', '/accountInfo', 'never');
    await user.click((await block('TT-7K2M9QX4AB')).getByRole('link', { name: 'Track Order' }));
    await screen.findByRole('heading', { level: 1, name: 'Track your order' });
    answer('GET', '/orders', { body: [anOrder({ status: 1 })] });
    back();
    expect(await screen.findByText('Processing')).toBeInTheDocument();
    expect(calls('GET', '/orders')).toHaveLength(2);
  });
});

describe('a list of many orders', () => {
  const number = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => anOrder({ id: `N${from + index}` }));
  const headers = { 'accept-order-pages': 'true', 'x-total-count': '250' };
  /** Answers as an API with 250 orders that has announced pages. */
  function openMany(at = '/orders') {
    const rendered = openOrders({ body: [] }, {}, at);
    answer('GET', '/orders', ({ query: { page, limit } }) => {
      const size = Number(limit ?? 100);
      const start = (Number(page ?? 1) - 1) * size;
      return { body: number(start + 1, Math.max(0, Math.min(size, 250 - start))), headers };
    });
    return rendered;
  }
  const readIds = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.slice(6));

  it('shows 20 orders a page, and reads older ones only for their page', async () => {
    const { user, location, back } = openMany();
    await block('N1');
    expect(readIds()).toEqual(number(1, 20).map(({ id }) => id));
    expect(screen.getByText('Showing 1 to 20 of 250 orders')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await block('N21');
    expect(calls('GET', '/orders')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Page 13' }));
    await block('N250');
    expect(readIds()).toEqual(number(241, 10).map(({ id }) => id));
    expect(location().search).toBe('?page=13');
    expect(calls('GET', '/orders').map(({ query }) => query)).toEqual([{}, { page: '13', limit: '20' }]);
    back();
    await block('N21');
  });

  it.each([
    ['?page=6', 'N101'],
    ['?page=99', 'N241'],
    ['?page=x', 'N1'],
  ])('shows for %p the page that begins with order %s', async (search, id) => {
    openMany(`/orders${search}`);
    await block(id);
    expect(readIds()[0]).toBe(id);
  });

  it('of an API without pages is the list of the specification, 20 a page', async () => {
    openOrders({ body: number(1, 130) }, {}, '/orders?page=7');
    await block('N130');
    expect(readIds()).toHaveLength(10);
    expect(calls('GET', '/orders')).toHaveLength(1);
  });
});

describe('a list of orders that does not load', () => {
  it.each<[string, FakeAnswer]>([
    ['a status', { status: 500, body: { error: 'no' } }],
    ['no response', 'no response'],
    ['a list of nothing readable', { body: [null, 3] }],
  ])(
    'shows its message and then the empty list after %s, and loads again on Try Again [7.calls-13 8.orders-06 R.10-1 R.11-1]',
    async (_kind, reply) => {
      expectLog('The orders did not load');
      const { user } = openOrders(reply);
      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your orders. Please try again.');
      expect(screen.getByText('No Orders Found')).toBeInTheDocument();
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      answer('GET', '/orders', { body: [anOrder()] });
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      await block('TT-7K2M9QX4AB');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('shows no message while a later visit loads again', async () => {
    expectLog('The orders did not load');
    const { user, back } = openOrders({ status: 500, body: {} });
    await user.click(await screen.findByRole('link', { name: 'Browse Products' }));
    await screen.findByText('Elsewhere');
    answer('GET', '/orders', 'never');
    back();
    expect(await screen.findByText('Loading your orders')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
