import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { goTo } from './outcome/browser-navigation';
import { findPayButton, openPayment, payWith } from './testing/open-payment';

jest.mock('./outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('./outcome/browser-navigation')>('./outcome/browser-navigation'),
  goTo: jest.fn(),
}));

beforeEach(() => jest.mocked(goTo).mockReset());

fakeStoreApi();

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
    ['no success', {}],
    ['a list', '[1]'],
    ['a success that is not true', { success: 'true' as unknown as boolean, redirectUrl: 'https://pay.example/' }],
    ['an error that is not text', { success: false, error: {} as unknown as string }],
  ])('shows the fallback message for %s [4.payment-12 8.orders-10]', async (_name, reply) => {
    await payWith(reply);
    await expectFailure('Unknown error occurred during payment process');
  });

  it.each([
    ['malformed JSON', '{"success": tr'],
    ['null', 'null'],
    ['a blank body', ' '],
  ])('shows that the call failed on %s [8.orders-08]', async (_name, reply) => {
    expectLog('Payment failed');
    await payWith(reply);
    await expectFailure(failed);
  });

  it('shows that the call failed when the server is down or fails [8.orders-08]', async () => {
    expectLog('Payment failed');
    const { user } = openPayment();
    answer('POST', '/payments', 'no response');
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectFailure(failed);
    answer('POST', '/payments', { status: 500, body: { error: 'stack trace' } });
    await user.click(await findPayButton());
    await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(2));
    await expectFailure(failed);
    expect(screen.queryByText('stack trace')).not.toBeInTheDocument();
  });

  it('adds the server’s explanation of a rejected request', async () => {
    expectLog('Payment failed');
    const { user } = openPayment();
    answer('POST', '/payments', { status: 409, body: { error: 'This order is paid already.' } });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectFailure(failed);
    expect(screen.getByText('This order is paid already.')).toBeInTheDocument();
  });

  it.each<[string, Partial<PaymentResponseJson>]>([
    ['a script', { success: true, redirectUrl: 'javascript:alert(1)' }],
    ['an unencrypted page', { success: true, redirectUrl: 'http://pay.example/' }],
    ['a data post', { success: true, action: { type: 'redirect_post', redirectUrl: 'data:text/html,x' } }],
    ['an unknown app', { success: true, action: { type: 'deeplink', redirectUrl: 'evil://x' } }],
    ['a code that is not an image', { success: true, action: { type: 'qr', qrBase64: 'PHN2Zz4=' } }],
  ])('does not follow %s [R.25-4]', async (_name, reply) => {
    expectLog('cannot be followed');
    await payWith(reply);
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

  it('lets the shopper submit again', async () => {
    const { user, location } = await payWith({ success: false, error: 'Declined' });
    await expectFailure('Declined');
    answer('POST', '/payments', { body: { success: true } });
    await user.click(await findPayButton());
    await waitFor(() => expect(location().pathname).toBe('/orders'));
  });

  it('signs the shopper out on a 401', async () => {
    expectLog('Payment failed');
    window.localStorage.setItem('auth_token', 'old');
    const { user, store } = openPayment();
    answer('POST', '/payments', { status: 401, body: { error: 'Sign in first.' } });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await waitFor(() => expect(store.getState().session.status).toBe('signed-out'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign in first.');
  });
});
