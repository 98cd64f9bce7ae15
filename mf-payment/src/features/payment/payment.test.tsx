import { anOrder, aPaymentField } from '@shop/testing/builders';
import { answer, calls, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { findPayButton, openPayment, orderId, upiField } from './testing/open-payment';

fakeStoreApi();

const getHeading = (name = 'Complete Your Payment') => screen.getByRole('heading', { level: 1, name });

describe('the order of the payment page', () => {
  it('is read from the query [2.payment-01 2.routes-17]', async () => {
    openPayment();
    await findPayButton();
    expect(getHeading()).not.toHaveFocus();
    expect(screen.getByText('Order TT-7K2M')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Payment – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it.each([
    ['text', { orderId: ' TT-9 ' }, 'TT-9'],
    ['a number', { orderId: 41 }, '41'],
  ])('is read from navigation state as %s [2.routes-17]', async (_kind, state, id) => {
    openPayment({ at: '/payment', state, orders: { body: [anOrder({ id })] } });
    await findPayButton();
    expect(screen.getByText(`Order ${id}`)).toBeInTheDocument();
  });

  it.each([[undefined], ['TT-9'], [{ orderId: {} }]])(
    'is missing with the navigation state %j, and no call is made [2.payment-03 4.payment-02 8.orders-09]',
    async (state) => {
      openPayment({ at: '/payment?orderId=%20', state });
      expect(await screen.findByText('Order ID is missing. Please return to checkout.')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
      expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
      expect(calls('GET', '/payments/fields')).toEqual([]);
      expect(calls('GET', '/orders')).toEqual([]);
    },
  );
});

describe('loading the payment form', () => {
  it('shows a placeholder while the fields load [4.payment-01]', async () => {
    const { promise: arrived, resolve: arrive } = createDeferred();
    openPayment();
    answer('GET', '/payments/fields', { body: [upiField], after: arrived });
    expect(await screen.findByText('Loading payment form')).toBeInTheDocument();
    expect(screen.getByText('Order TT-7K2M')).toBeInTheDocument();
    arrive();
    await findPayButton();
  });

  it.each([
    ['an error', { status: 500, body: { error: 'boom' } }],
    ['no response', 'no response'],
    ['malformed JSON', { text: '{"fields": [' }],
    ['fields that cannot be read', { body: [7, null, { label: 'No name' }] }],
  ] as const)(
    'shows its message after %s and loads again on request [2.payment-03 4.payment-03 7.calls-17 8.orders-07 R.11-1]',
    async (_name, reply) => {
      const { user } = openPayment();
      answer('GET', '/payments/fields', reply);
      expect(await screen.findByText('Failed to load payment form. Please try again later.')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
      const { promise: after, resolve } = createDeferred();
      answer('GET', '/payments/fields', { status: 500, body: {}, after });
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      await screen.findByText('Loading payment form');
      resolve();
      await waitFor(() => expect(getHeading('Payment')).toHaveFocus());
      answer('GET', '/payments/fields', { body: { fields: [upiField] } });
      await user.click(await screen.findByRole('button', { name: 'Try Again' }));
      expect(await screen.findByLabelText('UPI ID')).toBeInTheDocument();
      expect(getHeading()).toHaveFocus();
    },
  );

  it('leaves the focus to a shopper who types in the header while the form loads again', async () => {
    const field = document.createElement('input');
    const header = document.body.appendChild(document.createElement('header'));
    const main = document.body.appendChild(document.createElement('main'));
    header.append(field);
    openPayment();
    answer('GET', '/payments/fields', { status: 500, body: {} });
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    field.focus();
    answer('GET', '/payments/fields', { body: { fields: [upiField] } });
    // The shell does it without a tap, when the network is back.
    fireEvent.click(retry);
    await screen.findByLabelText('UPI ID');
    expect(field).toHaveFocus();
    for (const part of [header, main]) part.remove();
  });

  it('reloads the fields for the next shopper who signs in, because default values may be private', async () => {
    const phone = (defaultValue: string) => aPaymentField({ name: 'p', label: 'Phone', type: 'tel', defaultValue });
    const { goTo: follow, back } = openPayment({ fields: [phone('+919876543210')] });
    expect(await screen.findByLabelText('Phone')).toHaveValue('+919876543210');
    follow('/elsewhere');
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    answer('GET', '/payments/fields', { body: [phone('+919812345678')] });
    window.localStorage.setItem('auth_token', 'next');
    const signIn = { storageArea: window.localStorage, key: 'auth_token', newValue: 'next' };
    act(() => void window.dispatchEvent(new StorageEvent('storage', signIn)));
    back();
    expect(await screen.findByLabelText('Phone')).toHaveValue('+919812345678');
  });

  it('loads the fields again for the next order, because a payment saves other defaults', async () => {
    const fields = (defaultValue: string) => [
      aPaymentField(),
      aPaymentField({ name: 'saveDetails', label: 'Remember', type: 'checkbox', defaultValue }),
    ];
    const halfMinuteAgo = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 30_000);
    const orders = { body: [anOrder({ id: orderId }), anOrder({ id: 'TT-NEXT' })] };
    const { user, goTo: follow } = openPayment({ fields: fields('false'), orders, reply: { success: true } });
    await user.click(await screen.findByRole('checkbox', { name: 'Remember' }));
    halfMinuteAgo.mockRestore();
    await user.click(await findPayButton());
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();

    const { promise: arrived, resolve: arrive } = createDeferred();
    answer('GET', '/payments/fields', { body: fields('true'), after: arrived });
    follow('/payment?orderId=TT-NEXT');
    await user.type(await screen.findByLabelText('Note'), 'Ring twice');
    expect(screen.getByRole('checkbox', { name: 'Remember' })).not.toBeChecked();
    arrive();
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Remember' })).toBeChecked());
    await user.click(await findPayButton());
    await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(2));
    expect(calls('POST', '/payments')[1]?.body).toEqual({
      orderId: 'TT-NEXT',
      fields: { note: 'Ring twice', saveDetails: 'true' },
    });
  });

  it('lets the shopper pay when the server needs no details', async () => {
    const { user, location } = openPayment({ fields: [], reply: { success: true } });
    expect(await screen.findByText('This payment needs no further details.')).toBeInTheDocument();
    await user.click(await findPayButton());
    await waitFor(() => expect(location().pathname).toBe('/orders'));
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: {} });
  });
});
