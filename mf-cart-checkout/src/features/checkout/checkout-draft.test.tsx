import { expectLog } from '@shop/testing/console-watch';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { cleanup, screen, waitFor } from '@testing-library/react';
import {
  fieldLabels,
  findSubmitButton,
  getField,
  getNotifications,
  openCheckout,
  submitOrder,
  typedAddress,
} from './testing/open-checkout';

fakeStoreApi();

describe('the typed address', () => {
  it('is restored after a reload', async () => {
    const { user } = openCheckout();
    await findSubmitButton();
    await user.type(getField('Full Name'), 'Asha');
    cleanup();
    openCheckout();
    await findSubmitButton();
    expect(getField('Full Name')).toHaveValue('Asha');
    expect(getField('City')).toHaveValue('');
  });

  it('is restored after the session ended during an order and the shopper signed in again', async () => {
    expectLog('Failed to create order');
    const { store } = await submitOrder({ status: 401, body: { error: 'Sign in again' } });
    await waitFor(() => expect(store.getState().session.status).toBe('signed-out'));
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Error placing order'));
    cleanup();
    openCheckout();
    await findSubmitButton();
    for (const [label, text] of Object.entries(typedAddress)) expect(getField(label)).toHaveValue(text);
  });

  it.each(['{not json', 'null', '7', '[]', '{"city":7,"state":null}'])(
    'is blank when storage holds %s',
    async (text) => {
      window.sessionStorage.setItem('checkout_draft', text);
      openCheckout();
      await findSubmitButton();
      for (const label of fieldLabels) expect(getField(label)).toHaveValue('');
    },
  );

  it('is not saved when the browser blocks storage, and the order is still placed', async () => {
    const block = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const area = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(block);
    const { location } = await submitOrder({ body: { id: 'TT-1' } });
    await screen.findByText('Elsewhere');
    expect(location().pathname).toBe('/payment');
    area.mockRestore();
  });
});
