import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { findSubmitButton, openFilledCheckout, saucepan } from './testing/open-checkout';

fakeStoreApi([]);

test('an API that knows no keys gets no second order when the same order is sent again after a lost response', async () => {
  const order = { id: 'TT-1', status: 0, createdAt: new Date().toISOString() };
  answer('GET', '/orders', {
    body: [{ ...order, items: [{ id: 'p1', productTitle: 'x', quantity: 2, price: 1999.5 }] }],
  });
  answer('POST', '/orders', 'no response');
  const { user } = await openFilledCheckout([saucepan]);
  await user.click(await findSubmitButton());
  await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
  await findSubmitButton();
  expectLog('Failed to create order:');
  expect(calls('GET', '/orders')).toEqual([]);
  await user.click(await findSubmitButton());
  await screen.findByRole('region', { name: 'An order like this was just placed' });
  expect(calls('POST', '/orders').map(({ headers }) => headers.get('idempotency-key'))).toEqual([null]);
});
