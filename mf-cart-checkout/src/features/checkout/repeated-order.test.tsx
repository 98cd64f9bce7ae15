import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, type FakeAnswer, fakeStoreApi, type RecordedCall } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { dabba, fillAddress, findSubmitButton, getField, openCheckout, saucepan } from './testing/open-checkout';

fakeStoreApi();

/** An API that makes one order per Idempotency-Key. `lost` is the number of responses that do not reach the shop. */
function answerOrders(lost: number, lostAnswer: FakeAnswer = 'no response'): Set<string | null> {
  const orders = new Set<string | null>();
  let remaining = lost;
  answer('POST', '/orders', ({ headers }: RecordedCall) => {
    orders.add(headers.get('idempotency-key'));
    remaining -= 1;
    return remaining >= 0 ? lostAnswer : { body: { id: `TT-${orders.size}` } };
  });
  return orders;
}

const waitForOrders = (count: number) => waitFor(() => expect(calls('POST', '/orders')).toHaveLength(count));

it.each<[string, FakeAnswer]>([
  ['is lost', 'no response'],
  ['is the error of a proxy', { status: 504, body: {} }],
])('makes one order when the response %s and the shopper presses Place Order again', async (_case, lostAnswer) => {
  const orders = answerOrders(1, lostAnswer);
  const { user, location } = openCheckout();
  await fillAddress(user);
  await user.click(await findSubmitButton());
  await waitForOrders(1);
  await user.click(await findSubmitButton());
  await screen.findByText('Elsewhere');
  expect(calls('POST', '/orders')).toHaveLength(2);
  expect([...orders]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(location().search).toBe('?orderId=TT-1');
  expectLog('Failed to create order:');
});

it('sends a new key when the content of the order has changed after a lost response', async () => {
  const orders = answerOrders(1);
  const { user } = openCheckout();
  await fillAddress(user);
  await user.click(await findSubmitButton());
  await waitForOrders(1);
  await findSubmitButton();
  await user.type(getField('City'), ' City');
  await user.click(await findSubmitButton());
  await screen.findByText('Elsewhere');
  expect(orders.size).toBe(2);
  expectLog('Failed to create order:');
});

it('sends a new key after the server has rejected an order', async () => {
  const orders = answerOrders(1, { status: 422, body: { error: 'No' } });
  const { user } = openCheckout([saucepan, dabba]);
  await fillAddress(user);
  await user.click(await findSubmitButton());
  await waitForOrders(1);
  await user.click(await findSubmitButton());
  await screen.findByText('Elsewhere');
  expect(orders.size).toBe(2);
  expectLog('Failed to create order:');
});
