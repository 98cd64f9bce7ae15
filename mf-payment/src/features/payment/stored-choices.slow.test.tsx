import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { anOrder, aPaymentField } from '@shop/testing/builders';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { cleanup, screen } from '@testing-library/react';
import { openPayment, orderId } from './testing/open-payment';

fakeStoreApi();

const fields = [
  aPaymentField({
    name: 'method',
    label: 'Method',
    type: 'select',
    options: ['UPI app', 'Card'],
    defaultValue: 'UPI app',
  }),
  aPaymentField({ name: 'cardNumber', label: 'Card number', showWhenFilled: ['method=Card'] }),
  aPaymentField({ name: 'terms', label: 'I agree', type: 'checkbox' }),
];
const retype = 'For your safety, the payment details that you typed are not kept. Please type them again.';

const findMethod = (name: string) => screen.findByRole('radio', { name });

/** Chooses a card and types its number. */
async function fillIn() {
  const { user } = openPayment({ fields });
  await user.click(await findMethod('Card'));
  await user.type(screen.getByLabelText('Card number'), '4111');
  await user.click(screen.getByLabelText('I agree'));
  expect(screen.queryByText(retype)).not.toBeInTheDocument();
  // A reload, a sign-in and a visit to the bank end the page.
  cleanup();
}

describe('the choices of a payment form', () => {
  it('stay for a page that opens again, which asks for the card data again', async () => {
    await fillIn();
    expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain('4111');
    const { user } = openPayment({ fields });
    expect(await findMethod('Card')).toBeChecked();
    expect(screen.getByLabelText('I agree')).toBeChecked();
    expect(screen.getByLabelText('Card number')).toHaveValue('');
    expect(screen.getByText(retype).closest('[role=status]')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Card number'), '4');
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
  });

  it.each<[string, Partial<PaymentFieldJson>]>([
    ['a UPI id', { name: 'upiId', label: 'UPI id' }],
    ['a phone number', { name: 'phone', label: 'Phone', type: 'tel', rules: { required: true } }],
    ['a PIN', { name: 'pin', label: 'PIN', type: 'password' }],
  ])('ask again for %s, until it is typed', async (_name, field) => {
    const typed = '9876543210';
    const described = [aPaymentField(field)];
    const label = String(field.label);
    const first = openPayment({ fields: described });
    const initial = ((await screen.findByLabelText(label)) as HTMLInputElement).value;
    await first.user.clear(screen.getByLabelText(label));
    await first.user.type(screen.getByLabelText(label), typed);
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
    expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain(typed);
    // The notice also shows after a second reload.
    cleanup();
    openPayment({ fields: described });
    expect(await screen.findByText(retype)).toBeInTheDocument();
    cleanup();
    const { user } = openPayment({ fields: described });
    expect(await screen.findByText(retype)).toBeInTheDocument();
    expect(screen.getByLabelText(label)).toHaveValue(initial);
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), typed);
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
  });

  it('ask for nothing that the API fills in by now', async () => {
    const phone = { name: 'phone', label: 'Phone' };
    const { user } = openPayment({ fields: [aPaymentField(phone)] });
    await user.type(await screen.findByLabelText('Phone'), '9876543210');
    cleanup();
    openPayment({ fields: [aPaymentField({ ...phone, defaultValue: '+919876543210' })] });
    expect(await screen.findByLabelText('Phone')).toHaveValue('+919876543210');
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
  });

  it.each([
    ['no field was typed', []],
    ['another method is chosen', ['payment-cardNumber']],
    ['the form has no such field any more', ['payment-upi']],
  ])('ask for nothing when %s', async (_case, typedNames) => {
    const stored = { orderId, values: { 'payment-method': 'UPI app' }, typedNames };
    window.sessionStorage.setItem('payment_choices', JSON.stringify(stored));
    openPayment({ fields });
    expect(await findMethod('UPI app')).toBeChecked();
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
  });

  it('stay when a payment has changed the defaults', async () => {
    const form = (method: string, areSaved: string) => [
      aPaymentField({ ...fields[0], defaultValue: method }),
      aPaymentField({ name: 'saveDetails', label: 'Remember', type: 'checkbox', defaultValue: areSaved }),
    ];
    const { user } = openPayment({ fields: form('Card', 'true') });
    await user.click(await screen.findByRole('checkbox', { name: 'Remember' }));
    cleanup();
    openPayment({ fields: form('UPI app', 'false'), at: `/payment?orderId=${orderId}&outcome=declined` });
    expect(await findMethod('Card')).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Remember' })).not.toBeChecked();
  });

  it('end with the order', async () => {
    await fillIn();
    openPayment({ fields, at: '/payment?orderId=TT-2', orders: { body: [anOrder({ id: 'TT-2' })] } });
    expect(await findMethod('UPI app')).toBeChecked();
    expect(screen.queryByText(retype)).not.toBeInTheDocument();
  });

  it.each([
    'not JSON',
    'null',
    '{"orderId":"TT-7K2M","values":{"payment-method":7}}',
    '{"orderId":"TT-7K2M","values":{},"typedNames":7}',
  ])('are ignored when storage holds %s', async (stored) => {
    window.sessionStorage.setItem('payment_choices', stored);
    openPayment({ fields });
    expect(await findMethod('UPI app')).toBeChecked();
  });

  it('fall back to the default when the server no longer offers them', async () => {
    const values = { 'payment-method': 'Wallet' };
    window.sessionStorage.setItem('payment_choices', JSON.stringify({ orderId, values, typedNames: [] }));
    openPayment({ fields });
    expect(await findMethod('UPI app')).toBeChecked();
  });
});

describe('a return from the bank', () => {
  it.each([
    ['declined', 'Your bank declined the payment. No money was taken.'],
    ['cancelled', 'The payment was cancelled. No money was taken.'],
    ['expired', 'The time to pay ran out. No money was taken.'],
    ['pending', 'The bank has not confirmed the payment.'],
  ])('with the outcome %s says what happened, and keeps the method', async (outcome, message) => {
    await fillIn();
    openPayment({ fields, at: `/payment?orderId=${orderId}&outcome=${outcome}` });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveFocus();
    expect(await findMethod('Card')).toBeChecked();
    expect(await findMethod('UPI app')).toBeInTheDocument();
  });

  it('is notified until the shopper pays again, and not after a reload', async () => {
    const reply = { success: true, action: { type: 'qr', qr: 'upi://pay?pa=a@b' } } as const;
    const at = `/payment?orderId=${orderId}&outcome=declined&utm_source=bank`;
    const { user, location } = openPayment({ fields, at, reply, state: { orderId } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your bank declined the payment.');
    expect(location().search).toContain('outcome=declined');
    await user.click(screen.getByRole('button', { name: 'Pay Now' }));
    await screen.findByRole('heading', { name: 'Scan QR Code to Complete Payment' });
    expect(location().search).toBe(`?orderId=${orderId}&utm_source=bank`);
    expect(location().state).toEqual({ orderId });
    await user.click(await screen.findByRole('button', { name: 'Back to payment form' }));
    await findMethod('UPI app');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
