import type { CartActions } from '@shop/cart/use-cart';
import { expectLog } from '@shop/testing/console-watch';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { waitFor } from '@testing-library/react';
import { getNotifications, submitOrder } from './testing/open-checkout';

/** The cart of a shell from before `removeOrdered`. */
jest.mock('@shop/cart/use-cart', () => {
  const actual = jest.requireActual('@shop/cart/use-cart');
  const useOlderActions = (): Partial<CartActions> => ({ ...actual.useCartActions(), removeOrdered: undefined });
  return { ...actual, useCartActions: useOlderActions };
});

fakeStoreApi();

it('reports an exception after the order to the browser, so that telemetry counts it', async () => {
  const reportError = jest.fn();
  Object.assign(globalThis, { reportError });
  await submitOrder({ body: { id: 'TT-1' } });
  await waitFor(() => expect(getNotifications()).toHaveTextContent('Error placing order'));
  expectLog('Failed to create order:');
  expect(reportError).toHaveBeenCalledTimes(1);
  expect(String(reportError.mock.calls[0]?.[0])).toBe('TypeError: removeOrdered is not a function');
});
