import { anOrder, aProduct, aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();
beforeEach(() => answer('GET', '/products/p1', { body: aProduct({ id: 'p1' }) }));

describe('the thank-you page', () => {
  it('thanks the shopper, announces the e-mail and links to orders and home [2.success-01 2.success-02 2.success-03]', async () => {
    const { user, location } = renderRoutes({ paths, routes, at: '/order-success' });
    // A payment provider leads here with a new document. The browser does not focus its heading.
    expect(await screen.findByRole('heading', { level: 1, name: 'Thank You for Your Order!' })).toHaveFocus();
    expect(screen.getByText(/^An e-mail with the details of your order will be sent/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(document.title).toBe('Thank you – Tamra & Teak'));
    await user.click(screen.getByRole('link', { name: 'View My Orders' }));
    expect(location().pathname).toBe('/orders');
  });

  it.each([
    ['nothing', undefined, true],
    ['that one is sent', true, true],
    ['that none is sent', false, false],
  ])('announces an e-mail when the order says %s: %p', async (_case, emailSent, isAnnounced) => {
    localStorage.setItem('auth_token', 'tok');
    const { promise: after, resolve } = createDeferred();
    answer('GET', '/orders', {
      after,
      body: [anOrder({ id: 'TT-7K2M', ...(emailSent !== undefined && { emailSent }) })],
    });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const announcement = /^An e-mail with the details of your order will be sent/;
    expect(await screen.findByText(announcement)).toHaveAttribute('data-loading');
    resolve();
    await screen.findByRole('region', { name: 'Order TT-7K2M' });
    const line = screen.getByText(isAnnounced ? announcement : 'You find the details of your order in My Orders.');
    expect(line).not.toHaveAttribute('data-loading');
    expect(screen.queryAllByText(announcement)).toHaveLength(isAnnounced ? 1 : 0);
  });

  it('shows the order of the address to its shopper', async () => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-OTHER' }), anOrder({ id: 'TT-7K2M', status: 1 })] });
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const receipt = within(await screen.findByRole('region', { name: 'Order TT-7K2M' }));
    expect(receipt.getByText('Hammered Copper Saucepan × 2')).toBeInTheDocument();
    await waitFor(() => expect(receipt.getByRole('presentation')).toHaveAttribute('src', aProduct().imgUrl));
    expect(receipt.getByText('14 Lavelle Road, Bengaluru 560001')).toBeInTheDocument();
    expect(receipt.getByText('January 5, 2025')).toBeInTheDocument();
    expect(receipt.getByText('Shipping').nextElementSibling).toHaveTextContent('Free');
    expect(receipt.getByRole('link', { name: 'View Order' })).toHaveAttribute('href', '/orders/TT-7K2M');
    expect(receipt.getByText('Total').nextElementSibling).toHaveTextContent('₹9,998');
    expect(receipt.getByText('1 MG Road, Pune, Maharashtra, 411001')).toBeInTheDocument();
    expect(receipt.getByText(/^What happens next/)).toBeInTheDocument();
    expect(receipt.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order?id=TT-7K2M');
    await user.click(receipt.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('names recipient and payment method, and the amount that is due in cash', async () => {
    localStorage.setItem('auth_token', 'tok');
    const paid = { paymentMethod: 'Cash on delivery', dueOnDelivery: 9998 };
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 1, ...paid })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const receipt = within(await screen.findByRole('region', { name: 'Order TT-7K2M' }));
    expect(receipt.getByText('Delivery to').nextElementSibling).toHaveTextContent(/^Asha Rao$/);
    expect(receipt.getByText('Payment method').nextElementSibling).toHaveTextContent('Cash on delivery');
    expect(receipt.getByText('₹9,998 is due in cash on delivery.')).toBeInTheDocument();
  });

  it.each([
    [{ min: 0, max: 7 }, 'Delivery takes up to 7 working days.'],
    [{ min: 0, max: 1 }, 'Delivery takes up to 1 working day.'],
    [{ min: 5, max: 5 }, 'Delivery takes up to 5 working days.'],
    [{ min: 5, max: 7 }, 'Delivery takes 5 to 7 working days.'],
    [undefined, undefined],
  ])('shows the delivery time %j of the shop as %j', async (deliveryDays, expected) => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/storeInfo', { body: aStoreInfo(deliveryDays && { deliveryDays }) });
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 1 })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const next = await screen.findByText(/^What happens next/);
    await waitFor(() => expect(document.title).toBe('Thank you – Tamra & Teak'));
    expect(next.textContent?.match(/Delivery takes.*/)?.[0]).toBe(expected);
  });

  it.each([
    [2, 'Its status is in My Orders.'],
    [3, 'Its status is in My Orders.'],
    [4, 'This order is cancelled'],
  ])('promises no delivery of an order with the status %i', async (status, text) => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const receipt = within(await screen.findByRole('region', { name: 'Order TT-7K2M' }));
    expect(receipt.getByText(text)).toBeInTheDocument();
    expect(receipt.queryByText(/^What happens next/)).not.toBeInTheDocument();
  });

  it('says nothing about a payment that the server does not name', async () => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 1 })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const receipt = within(await screen.findByRole('region', { name: 'Order TT-7K2M' }));
    expect(receipt.queryByText('Payment method')).not.toBeInTheDocument();
    expect(receipt.queryByText(/in cash/)).not.toBeInTheDocument();
  });

  it('shows the size and the colour of each item', async () => {
    localStorage.setItem('auth_token', 'tok');
    const items = [{ id: 'p1', productTitle: 'Shirt', quantity: 1, price: 900, size: 'M', color: 'Madder' }];
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', items })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    const receipt = within(await screen.findByRole('region', { name: 'Order TT-7K2M' }));
    expect(receipt.getByRole('listitem')).toHaveTextContent(/^Shirt × 1Size M · Colour Madder₹900$/);
  });

  it('shows no links below an order that loads, so that the order moves nothing', async () => {
    localStorage.setItem('auth_token', 'tok');
    const { promise: after, resolve } = createDeferred();
    answer('GET', '/orders', { after, body: [anOrder({ id: 'TT-7K2M' })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'View My Orders' })).not.toBeInTheDocument();
    resolve();
    expect(await screen.findByRole('link', { name: 'View My Orders' })).toBeInTheDocument();
  });

  it('announces the e-mail and links to the orders after 4 seconds without an order, and shows one that comes later', async () => {
    localStorage.setItem('auth_token', 'tok');
    const { promise: after, resolve } = createDeferred();
    answer('GET', '/orders', { after, body: [anOrder({ id: 'TT-7K2M' })] });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    try {
      renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
      const line = await screen.findByText(/^An e-mail with the details of your order will be sent/);
      act(() => jest.advanceTimersByTime(3000));
      expect(line).toHaveAttribute('data-loading');
      act(() => jest.advanceTimersByTime(1000));
      expect(line).not.toHaveAttribute('data-loading');
      expect(screen.getByRole('link', { name: 'View My Orders' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order?id=TT-7K2M');
    } finally {
      jest.useRealTimers();
    }
    resolve();
    expect(await screen.findByRole('region', { name: 'Order TT-7K2M' })).toBeInTheDocument();
  });

  it.each([
    ['a visitor', '', ''],
    ['the shopper of the order', 'tok', 'p1,p2'],
  ])('shows suggestions for the products of the order to %s, when it has loaded', async (_who, token, ids) => {
    const Suggestions = ({ productIds }: { productIds: readonly string[] }) => <p>{`For [${productIds}]`}</p>;
    if (token) localStorage.setItem('auth_token', token);
    answer('GET', '/products/p2', { body: aProduct({ id: 'p2' }) });
    const { promise: after, resolve } = createDeferred();
    const items = ['p1', 'p2'].map((id) => ({ id, productTitle: id, quantity: 1, price: 900 }));
    answer('GET', '/orders', { after, body: [anOrder({ id: 'TT-7K2M', items })] });
    const components = { 'screen.suggestions': { Slot: Suggestions } };
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M', components });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryAllByText(/^For/)).toHaveLength(token ? 0 : 1);
    resolve();
    expect(await screen.findByText(`For [${ids}]`)).toBeInTheDocument();
  });

  it('says that the payment of a pending order has not arrived', async () => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/orders', { body: [anOrder({ id: 'TT-7K2M', status: 0 })] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    expect(await screen.findByText(/^Your payment has not arrived yet/)).toBeInTheDocument();
  });

  it.each([
    ['the shopper is signed out', '', { body: [] }],
    ['the order belongs to someone else', 'tok', { body: [anOrder({ id: 'TT-OTHER' })] }],
    ['the orders do not load', 'tok', { status: 500, body: {} }],
  ])('shows the number alone, with a link to tracking, when %s', async (_case, token, reply) => {
    if (token) localStorage.setItem('auth_token', token);
    answer('GET', '/orders', reply);
    renderRoutes({ paths, routes, at: '/order-success?orderId=TT-7K2M' });
    expect(await screen.findByText('The details of order TT-7K2M cannot be shown here.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order?id=TT-7K2M');
    expect(calls('GET', '/orders')).toHaveLength(token ? 1 : 0);
    expect(screen.queryByRole('region', { name: /^Order/ })).not.toBeInTheDocument();
  });

  it.each(['gid://shopify/Order/123', 'ORD:65f1'])('shows the order %s, as other API servers number it', async (id) => {
    localStorage.setItem('auth_token', 'tok');
    answer('GET', '/orders', { body: [anOrder({ id })] });
    renderRoutes({ paths, routes, at: `/order-success?orderId=${encodeURIComponent(id)}` });
    expect(await screen.findByRole('region', { name: `Order ${id}` })).toBeInTheDocument();
  });

  it.each([
    ['a visitor', ''],
    ['a shopper without such an order', 'tok'],
  ])('repeats to %s no text of the address that is not an order number', async (_who, token) => {
    if (token) localStorage.setItem('auth_token', token);
    answer('GET', '/orders', { body: [] });
    renderRoutes({ paths, routes, at: '/order-success?orderId=call%20%2B91%20900' });
    expect(await screen.findByRole('link', { name: 'View My Orders' })).toBeInTheDocument();
    expect(screen.queryByText(/call/)).not.toBeInTheDocument();
  });

  it('renders without store information', async () => {
    answer('GET', '/storeInfo', 'no response');
    renderRoutes({ paths, routes, at: '/order-success' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(document.title).toBe('Thank you');
  });
});
