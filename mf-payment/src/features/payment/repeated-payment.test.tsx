import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { findPayButton, openPayment } from './testing/open-payment';

fakeStoreApi();

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
