import { storeApi } from '@shop/api-client/store-api';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { translateTexts } from '@shop/testing/translate-texts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { goTo } from './outcome/browser-navigation';
import { findPayButton, openPayment, payWith } from './testing/open-payment';

jest.mock('./outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('./outcome/browser-navigation')>('./outcome/browser-navigation'),
  goTo: jest.fn(),
}));

beforeEach(() => jest.mocked(goTo).mockReset());

fakeStoreApi();

describe('paying', () => {
  it('sends one payment on two submits in one tick [4.payment-04 R.15-3]', async () => {
    const { promise: arrived, resolve: arrive } = createDeferred();
    const { user } = openPayment();
    answer('POST', '/payments', { body: { success: false, error: 'No' }, after: arrived });
    await user.type(await screen.findByLabelText('UPI ID'), 'a@b');
    const form = screen.getByRole('form', { name: 'Payment' });
    act(() => {
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled();
    await user.type(screen.getByLabelText('UPI ID'), '{Enter}');
    arrive();
    await screen.findByText('No');
    expect(calls('POST', '/payments')).toHaveLength(1);
  });

  it('shows that the payment was initiated and navigates to the orders when the response has no action [3.payment-01 4.payment-10 7.calls-18]', async () => {
    const { location } = await payWith({ success: true });
    await waitFor(() => expect(location().pathname).toBe('/orders'));
    expect(screen.getByText('Payment initiated / Your payment is being processed')).toBeInTheDocument();
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: 'asha@bank' } });
  });

  it('follows a redirect and stays locked [4.payment-09]', async () => {
    await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pay.example/start'));
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('Taking you to the payment provider…');
  });

  it.each([
    ['', () => undefined],
    [' in a page that the browser translates', () => translateTexts(screen.getByRole('main'))],
  ])('lets a shopper who has stopped a redirect start over%s', async (_where, translate) => {
    const { user } = await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await screen.findByRole('button', { name: 'Processing...' });
    translate();
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    expect(await findPayButton()).toHaveFocus();
    await user.click(await findPayButton());
    await waitFor(() => expect(goTo).toHaveBeenCalledTimes(2));
    expect(calls('POST', '/payments')).toHaveLength(2);
  });

  it('opens a payment app and keeps its link on the page [4.payment-06]', async () => {
    await payWith({ success: true, action: { type: 'deeplink', redirectUrl: 'upi://pay?pa=a@b' } });
    const title = await screen.findByRole('heading', { level: 1, name: 'Pay in Your App' });
    expect(title).toHaveFocus();
    expect(goTo).toHaveBeenCalledTimes(1);
    expect(goTo).toHaveBeenCalledWith('upi://pay?pa=a@b');
    expect(await screen.findByRole('link', { name: 'Open payment app' })).toHaveAttribute('href', 'upi://pay?pa=a@b');
    expect(screen.getByRole('link', { name: 'I have paid: view orders' })).toHaveAttribute('href', '/orders');
    expect(screen.queryByRole('button', { name: 'Processing...' })).not.toBeInTheDocument();
  });

  it('posts a hidden form with entries of any name [4.payment-05 R.25-5 R.32-1]', async () => {
    const posted: Record<string, string>[] = [];
    const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      const entries = [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]);
      posted.push({ ...Object.fromEntries(entries), action: this.getAttribute('action') ?? '', method: this.method });
    });
    await payWith({
      success: true,
      action: {
        type: 'redirect_post',
        redirectUrl: 'https://pay.example/',
        formParams: {
          type: 'POST',
          url: 'https://bank.example/',
          data: { submit: 'x', amount: '499.00', '"><b>': '<i>' },
        },
      },
    });
    await waitFor(() => expect(submit).toHaveBeenCalledTimes(1));
    expect(posted).toEqual([
      {
        action: 'https://pay.example/',
        method: 'post',
        type: 'POST',
        url: 'https://bank.example/',
        submit: 'x',
        amount: '499.00',
        '"><b>': '<i>',
      },
    ]);
    submit.mockRestore();
  });

  it('unlocks when the browser restores the page from the back-forward cache', async () => {
    await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await screen.findByRole('button', { name: 'Processing...' });
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    const event = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void window.dispatchEvent(event));
    expect(await findPayButton()).toBeEnabled();
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
  });

  it('does not redirect a shopper who has left the page', async () => {
    const { promise: arrived, resolve: arrive } = createDeferred();
    const { endpoints } = storeApi.injectEndpoints({
      endpoints: (build) => ({
        testOrders: build.query<unknown, void>({ query: () => '/orders', providesTags: ['Order'] }),
      }),
    });
    const { user, store } = openPayment();
    await screen.findByLabelText('UPI ID');
    await act(async () => void (await store.dispatch(endpoints.testOrders.initiate())));
    answer('POST', '/payments', { body: { success: true, redirectUrl: 'https://pay.example/' }, after: arrived });
    await user.type(await screen.findByLabelText('UPI ID'), 'a@b{Enter}');
    await screen.findByRole('button', { name: 'Processing...' });
    await user.click(screen.getByRole('link', { name: 'My Orders' }));
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    arrive();
    // The list of orders is refetched once the payment has its response. The page itself loaded the orders once.
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(3));
    expect(goTo).not.toHaveBeenCalled();
  });
});

describe('a failed payment attempt', () => {
  const failed = 'Failed to process payment. Please try again later.';

  /** Expects the message above the form, with the focus, and the form with its values. */
  async function expectFailure(message: string) {
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    await waitFor(() => expect(alert).toHaveFocus());
    expect(within(alert).getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    expect(await findPayButton()).toBeEnabled();
    expect(goTo).not.toHaveBeenCalled();
  }

  it('shows the server’s error as text [2.payment-03 4.payment-11]', async () => {
    await payWith({ success: false, error: 'Card <b>declined</b>' });
    await expectFailure('Card <b>declined</b>');
  });

  it.each([
    ['no error', { success: false }],
    ['a list', '[1]'],
    ['a success that is not true', { success: 'true' as unknown as boolean, redirectUrl: 'https://pay.example/' }],
  ])('shows the fallback message for %s [4.payment-12 8.orders-10]', async (_name, reply) => {
    await payWith(reply);
    await expectFailure('Unknown error occurred during payment process');
  });

  it.each<[string, FakeAnswer]>([
    ['malformed JSON', { text: '{"success": tr' }],
    ['no response', 'no response'],
    ['the status 500', { status: 500, body: { error: 'stack trace' } }],
  ])('shows that the call failed on %s, and sends the payment again on request [8.orders-08]', async (_name, reply) => {
    expectLog('Payment failed');
    const { user, location } = openPayment();
    answer('POST', '/payments', reply);
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectFailure(failed);
    expect(screen.queryByText('stack trace')).not.toBeInTheDocument();
    answer('POST', '/payments', { body: { success: true } });
    await user.click(await findPayButton());
    await waitFor(() => expect(location().pathname).toBe('/orders'));
  });

  it.each([
    [422, 'This order has no items.', 1],
    [404, 'Order not found or access denied', 0],
  ])('shows after a rejection with %i the explanation “%s” of the server %i times', async (status, error, times) => {
    expectLog('Payment failed');
    const { user } = openPayment();
    answer('POST', '/payments', { status, body: { error } });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectFailure(failed);
    expect(screen.queryAllByText(error)).toHaveLength(times);
  });

  it('does not follow a script [R.25-4]', async () => {
    expectLog('cannot be followed');
    await payWith({ success: true, redirectUrl: 'javascript:alert(1)' });
    await expectFailure(failed);
  });

  it('shows that the call failed when the browser blocks the redirect', async () => {
    expectLog('Payment failed');
    jest.mocked(goTo).mockImplementation(() => {
      throw new Error('unknown protocol');
    });
    await payWith({ success: true, action: { type: 'deeplink', redirectUrl: 'upi://pay' } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(failed);
    expect(await findPayButton()).toBeEnabled();
  });
});

/** Submits the form twice, with this response to the first payment. Returns the keys of both. */
async function payTwice(firstAnswer: FakeAnswer): Promise<(string | null)[]> {
  let count = 0;
  const { user } = openPayment();
  answer('POST', '/payments', () => {
    count += 1;
    return count === 1 ? firstAnswer : { body: { success: true } };
  });
  await user.type(await screen.findByLabelText('UPI ID'), 'a@b');
  await user.click(await findPayButton());
  await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(1));
  await user.click(await findPayButton());
  await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(2));
  await screen.findByText('Elsewhere');
  return calls('POST', '/payments').map(({ headers }) => headers.get('idempotency-key'));
}

it('repeats a payment with the same key when the response was lost', async () => {
  const [first, second] = await payTwice('no response');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expectLog('Payment failed:');
  expect(JSON.stringify(window.sessionStorage)).not.toContain('a@b');
});

it('sends a new key after a payment was declined', async () => {
  const [first, second] = await payTwice({ body: { success: false, error: 'Declined' } });
  expect(second).not.toBe(first);
});
