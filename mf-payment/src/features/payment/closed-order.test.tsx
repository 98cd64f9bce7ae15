import { anOrder } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { goTo } from './outcome/browser-navigation';
import { findPayButton, openPayment, orderId, payWith } from './testing/open-payment';

jest.mock('./outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('./outcome/browser-navigation')>('./outcome/browser-navigation'),
  goTo: jest.fn(),
}));

fakeStoreApi();

const statusIs = (status: number) => answer('GET', '/orders', { body: [anOrder({ id: orderId, status })] });
const upiLink = 'upi://pay?pa=a@b';

/** Expects the notice instead of the form. */
async function expectClosed(title: string) {
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(screen.getByText(`Order ${orderId}`)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View Order' })).toHaveAttribute('href', `/orders/${orderId}`);
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.queryByText('Total to pay')).not.toBeInTheDocument();
}

const items = [{ name: 'Masala Dabba', quantity: 1, price: 100 }];

describe('an order that takes no payment', () => {
  it.each([
    [1, 'This order is paid'],
    [2, 'This order is paid'],
    [3, 'This order is paid'],
    [4, 'This order is cancelled'],
    [9, 'This order takes no payment'],
  ])('of status %i shows no form [4.order-01]', async (status, title) => {
    openPayment({ orders: { body: [anOrder({ id: orderId, status })] } });
    await expectClosed(title);
    expect(calls('POST')).toEqual([]);
  });

  it('says what the courier collects for an order that is paid on delivery', async () => {
    const order = { ...anOrder({ id: orderId, status: 1 }), paymentMethod: 'Cash on delivery', dueOnDelivery: 9998 };
    openPayment({ orders: { body: [order] } });
    await expectClosed('This order is confirmed');
    expect(screen.getByText('₹9,998 is due in cash on delivery.')).toBeInTheDocument();
    expect(screen.queryByText(/Nothing more is charged/)).not.toBeInTheDocument();
  });

  // The API names no method while the money of a UPI payment is not booked.
  it.each([
    [4, undefined, 'This order is cancelled'],
    [4, 'Card', 'This order is cancelled'],
    [9, undefined, 'This order takes no payment'],
  ])('of status %i with the payment %p does not promise that nothing is charged', async (status, method, title) => {
    openPayment({ orders: { body: [anOrder({ id: orderId, status, ...(method && { paymentMethod: method }) })] } });
    await expectClosed(title);
    expect(screen.getByText('It takes no payment any more.')).toBeInTheDocument();
    expect(screen.queryByText(/charged/)).not.toBeInTheDocument();
  });

  it('shows no form when the history still holds the order of checkout', async () => {
    const orders = { body: [anOrder({ id: orderId, status: 1 })] };
    openPayment({ orders, state: { orderId, items, shownTotal: 100, total: 100 } });
    await expectClosed('This order is paid');
  });

  it.each([
    ['the window takes the focus', () => window.dispatchEvent(new Event('focus'))],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('replaces the form when %s', async (_case, comeBack) => {
    openPayment();
    await findPayButton();
    statusIs(1);
    act(() => void comeBack());
    await expectClosed('This order is paid');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('replaces the form on a return from the bank', async () => {
    await payWith({ success: true, redirectUrl: 'https://pay.example/' });
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    statusIs(1);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await expectClosed('This order is paid');
  });

  it.each([
    [1, 'This order is paid'],
    [4, 'This order is cancelled'],
  ])('replaces the form when the server answers a payment with 409 and the status is %i', async (status, title) => {
    expectLog('Payment failed');
    const { user } = openPayment();
    await findPayButton();
    statusIs(status);
    answer('POST', '/payments', { status: 409, body: { error: 'This order takes no payment.' } });
    await user.type(screen.getByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectClosed(title);
  });

  it.each<[headers: Record<string, string>, text: string]>([
    [{}, 'The same request is still being processed.'],
    [{ 'retry-after': '1' }, 'Your payment is already being processed. Try again in 1 second.'],
    [{ 'retry-after': '30' }, 'Your payment is already being processed. Try again in 30 seconds.'],
  ])('describes a 409 with %j and shows no failure while the order still waits for payment', async (headers, text) => {
    expectLog('Payment failed');
    const { user } = openPayment();
    const error = 'The same request is still being processed.';
    answer('POST', '/payments', { status: 409, body: { error }, headers });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryAllByText(error)).toHaveLength(text === error ? 1 : 0);
    expect(screen.queryByText(/^Failed to process payment/)).not.toBeInTheDocument();
    expect(await findPayButton()).toBeEnabled();
  });

  it('is not read for a shopper who has left the page when the server answers a payment with 409', async () => {
    expectLog('Payment failed');
    const { promise: after, resolve } = createDeferred();
    const { user, goTo: follow } = openPayment();
    answer('POST', '/payments', { status: 409, body: { error: 'This order takes no payment.' }, after });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await screen.findByRole('button', { name: 'Processing...' });
    const logged = jest.spyOn(console, 'error');
    follow('/elsewhere');
    await screen.findByText('Elsewhere');
    resolve();
    await waitFor(() => expect(logged).toHaveBeenCalledWith('Payment failed:', expect.anything()));
    logged.mockRestore();
    expect(calls('GET', '/orders')).toHaveLength(1);
  });

  it('keeps the form while the status cannot be read again', async () => {
    const { user } = openPayment();
    await user.type(await screen.findByLabelText('UPI ID'), 'asha');
    answer('GET', '/orders', 'no response');
    fireEvent.focus(window);
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(2));
    await user.type(screen.getByLabelText('UPI ID'), '@bank');
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    expect(screen.getByText('Total to pay')).toBeInTheDocument();
  });

  it('does not interrupt an attempt whose own payment was accepted', async () => {
    const { promise: after, resolve } = createDeferred();
    const { user } = openPayment();
    answer('POST', '/payments', { body: { success: true, redirectUrl: 'https://shop.example/thanks' }, after });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    statusIs(1);
    fireEvent.focus(window);
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeInTheDocument();
    resolve();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://shop.example/thanks'));
  });
});

describe.each([
  ['the QR code', { type: 'qr', qr: upiLink } as const, 'Scan QR Code to Complete Payment'],
  ['the app', { type: 'deeplink', redirectUrl: upiLink } as const, 'Pay in Your App'],
])('a payment by %s', (_step, action, heading) => {
  const openStep = async () => {
    const page = await payWith({ success: true, action });
    await screen.findByRole('heading', { level: 1, name: heading });
    expect(await screen.findByRole('img', { name: 'QR code to pay for this order' })).toBeInTheDocument();
    return page;
  };

  it('leads to the thank-you page within seconds after it arrived', async () => {
    const { location } = await openStep();
    expect(location().pathname).toBe('/payment');
    statusIs(1);
    await waitFor(() => expect(location().pathname).toBe('/order-success'));
    expect(location().search).toBe(`?orderId=${orderId}`);
    expect(await screen.findByRole('heading', { name: 'Thank You for Your Order!' })).toBeInTheDocument();
  });

  it('leads to the thank-you page on a return to the page', async () => {
    const { location } = await openStep();
    statusIs(1);
    fireEvent.focus(window);
    await waitFor(() => expect(location().pathname).toBe('/order-success'));
  });

  it('shows that the order was cancelled', async () => {
    await openStep();
    statusIs(4);
    fireEvent.focus(window);
    await expectClosed('This order is cancelled');
  });
});
