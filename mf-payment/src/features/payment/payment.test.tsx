import { storeApi } from '@shop/api-client/store-api';
import type { PaymentFieldJson, PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { aPaymentField, aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import { goTo } from './outcome/browser-navigation';

jest.mock('./outcome/browser-navigation', () => ({
  ...jest.requireActual<typeof import('./outcome/browser-navigation')>('./outcome/browser-navigation'),
  goTo: jest.fn(),
}));

fakeStoreApi();

const upi = aPaymentField({
  name: 'upi',
  label: 'UPI ID',
  rules: { required: true },
  rulesMessages: ['Enter your UPI ID'],
  description: 'Such as asha@bank',
});

interface Arrangement {
  fields?: unknown;
  reply?: Partial<PaymentResponseJson> | string;
  at?: string;
  state?: unknown;
}

function openPayment({ fields = [upi], reply, at = '/payment?orderId=TT-7K2M', state }: Arrangement = {}) {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  answer('GET', '/payments/fields', { body: fields });
  if (reply) answer('POST', '/payments', typeof reply === 'string' ? { text: reply } : { body: reply });
  return renderRoutes({ paths, routes, at, state });
}

const payButton = () => screen.findByRole('button', { name: 'Pay Now' });
const notifications = () => screen.getByRole('region', { name: 'Notifications' });

/** A promise that settles when the test says so. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

/** Fills the UPI form and sends it. */
async function payWith(reply: Arrangement['reply']) {
  const page = openPayment({ reply });
  await page.user.type(await screen.findByLabelText('UPI ID'), 'asha@bank');
  await page.user.click(await payButton());
  return page;
}

beforeEach(() => jest.mocked(goTo).mockReset());

describe('the order', () => {
  it('is named from the address [2.payment-01 2.routes-17]', async () => {
    openPayment();
    expect(await screen.findByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeInTheDocument();
    expect(screen.getByText('Order TT-7K2M')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Payment – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it.each([
    ['text', { orderId: ' TT-9 ' }, 'Order TT-9'],
    ['a number', { orderId: 41 }, 'Order 41'],
  ])('may arrive through navigation state as %s [2.routes-17]', async (_kind, state, text) => {
    openPayment({ at: '/payment', state });
    await payButton();
    expect(screen.getByText(text)).toBeInTheDocument();
  });

  it.each([[undefined], [null], ['TT-9'], [{ orderId: '' }], [{ orderId: {} }]])(
    'is missing with the navigation state %j: nothing is asked of the server [2.payment-03 4.payment-02 8.orders-09]',
    async (state) => {
      openPayment({ at: '/payment?orderId=%20', state });
      expect(await screen.findByText('Order ID is missing. Please return to checkout.')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
      expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
      expect(calls('GET', '/payments/fields')).toEqual([]);
    },
  );

  it('is shown as text when it holds markup', async () => {
    openPayment({ at: `/payment?orderId=${encodeURIComponent('<img src=x onerror=alert(1)>')}` });
    await payButton();
    expect(screen.getByText('Order <img src=x onerror=alert(1)>')).toBeInTheDocument();
  });
});

describe('loading the form', () => {
  it('holds its place meanwhile [4.payment-01]', async () => {
    const { promise: arrived, resolve: arrive } = deferred();
    answer('GET', '/storeInfo', { body: aStoreInfo() });
    answer('GET', '/payments/fields', { body: [upi], after: arrived });
    renderRoutes({ paths, routes, at: '/payment?orderId=TT-1' });
    expect(await screen.findByText('Loading payment form')).toBeInTheDocument();
    expect(screen.getByText('Order TT-1')).toBeInTheDocument();
    arrive();
    await payButton();
  });

  it.each([
    ['an error', { status: 500, body: { error: 'boom' } }],
    ['an unknown resource', { status: 404 }],
    ['no answer', 'no response'],
    ['malformed JSON', { text: '{"fields": [' }],
    ['null', { body: null }],
    ['a text', { body: 'fields' }],
    ['an object without fields', { body: {} }],
    ['fields that cannot be read', { body: [7, null, { label: 'No name' }] }],
  ] as const)(
    'says so on %s, and tries again [2.payment-03 4.payment-03 7.calls-17 8.orders-07 R.11-1]',
    async (_name, reply) => {
      const { user } = openPayment();
      answer('GET', '/payments/fields', reply);
      expect(await screen.findByText('Failed to load payment form. Please try again later.')).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
      answer('GET', '/payments/fields', { body: { fields: [upi] } });
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByLabelText('UPI ID')).toBeInTheDocument();
    },
  );

  it('asks anew for the next shopper who signs in: what a form is filled with may be private', async () => {
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

  it('can be paid without a word when the server asks for nothing', async () => {
    const { user, location } = openPayment({ fields: [], reply: { success: true } });
    expect(await screen.findByText('Nothing needs to be filled in for this payment.')).toBeInTheDocument();
    await user.click(await payButton());
    await waitFor(() => expect(location().pathname).toBe('/orders'));
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: {} });
  });
});

describe('the fields', () => {
  const options = ['HDFC Bank', { label: 'State Bank', value: 'sbi' }];

  it('are drawn by their types [2.payment-01 3.field-01 3.field-02 3.field-03 5.payment-09 R.31-1 R.31-3]', async () => {
    openPayment({
      fields: [
        aPaymentField({ name: 'a', label: 'Name', placeholder: 'As on the card' }),
        aPaymentField({ name: 'b', label: 'Mail', type: 'email' }),
        aPaymentField({ name: 'c', label: 'Code', type: 'password' }),
        aPaymentField({ name: 'd', label: 'Amount', type: 'number' }),
        aPaymentField({ name: 'e', label: 'Mobile', type: 'tel', rules: { required: true } }),
        aPaymentField({ name: 'f', label: 'Remark', type: 'textarea' }),
        aPaymentField({ name: 'g', label: 'Bank', type: 'select', options, defaultValue: 'sbi' }),
        aPaymentField({ name: 'h', label: 'Save', type: 'checkbox', defaultValue: 'true' }),
        aPaymentField({ name: 'i', label: 'Pick', type: 'select', options, inline: true }),
        { name: 'j', label: '<b>Odd</b>', type: 'hologram', defaultValue: -1e21, rules: 'none', options: 5 },
      ],
    });
    expect(await screen.findByLabelText('Name')).toHaveAttribute('placeholder', 'As on the card');
    expect(screen.getByLabelText('Mail')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Code')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Amount')).toHaveAttribute('inputmode', 'decimal');
    expect(screen.getByLabelText('Mobile')).toHaveValue('+91');
    expect(screen.getByLabelText('Mobile')).toBeRequired();
    expect(screen.getByLabelText('Remark').tagName).toBe('TEXTAREA');
    const bank = screen.getByRole('combobox', { name: 'Bank' });
    expect(bank.tagName).toBe('SELECT');
    expect(bank).toHaveDisplayValue('State Bank');
    expect(within(bank).getAllByRole('option')).toHaveLength(3);
    expect(screen.getByRole('checkbox', { name: 'Save' })).toBeChecked();
    expect(within(screen.getByRole('group', { name: 'Pick' })).getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByLabelText('<b>Odd</b>')).toHaveValue('-1e+21');
  });

  it('say what they are for, and whether they may stay empty [3.field-01]', async () => {
    openPayment({ fields: [upi, aPaymentField({ description: 'For us' })] });
    expect(await screen.findByLabelText('UPI ID')).toHaveAccessibleDescription('Such as asha@bank');
    expect(screen.getByLabelText('Note')).toHaveAccessibleDescription('Optional. For us');
  });

  it('show when a field they wait for is filled, and are sent only then [5.payment-01]', async () => {
    const bank = aPaymentField({ name: 'bank', label: 'Bank', showWhenFilled: ['upi'], rules: { required: true } });
    const { user } = openPayment({ fields: [upi, bank], reply: { success: false, error: 'No' } });
    const upiId = await screen.findByLabelText('UPI ID');
    expect(screen.queryByLabelText('Bank')).not.toBeInTheDocument();
    await user.type(upiId, 'a@b');
    expect(await payButton()).toBeDisabled();
    await user.type(screen.getByLabelText('Bank'), 'SBI');
    await user.click(await payButton());
    await screen.findByText('No');
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: 'a@b', bank: 'SBI' } });

    await user.clear(upiId);
    expect(screen.queryByLabelText('Bank')).not.toBeInTheDocument();
  });

  it('send a checkbox as true or false, an inline choice, and a bare +91 as nothing [3.field-03 3.payment-01 5.payment-15]', async () => {
    const { user } = openPayment({
      fields: [
        aPaymentField({ name: 'save', label: 'Save', type: 'checkbox', inline: true }),
        aPaymentField({ name: 'terms', label: 'I agree', type: 'checkbox', inline: true, rules: { required: true } }),
        aPaymentField({ name: 'bank', label: 'Bank', type: 'select', options, inline: true }),
        aPaymentField({ name: 'altPhone', label: 'Other phone' }),
      ],
      reply: { success: false, error: 'No' },
    });
    await user.click(await screen.findByRole('radio', { name: 'State Bank' }));
    await user.type(screen.getByLabelText('Other phone'), '+');
    expect(screen.getByLabelText('Other phone')).toHaveValue('+91');
    expect(await payButton()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'I agree' }));
    expect(screen.getByLabelText('Other phone')).toHaveValue('');
    await user.click(await payButton());
    await screen.findByText('No');
    expect(calls('POST', '/payments')[0]?.body).toMatchObject({
      fields: { save: 'false', terms: 'true', bank: 'sbi', altPhone: '' },
    });
  });

  it('force a phone into +91 and ten digits, however it is typed or pasted [5.payment-07 R.24-2]', async () => {
    const { user } = openPayment({ fields: [aPaymentField({ name: 'p', label: 'Phone', type: 'tel' })] });
    const phone = await screen.findByLabelText('Phone');
    await user.type(phone, '98765432109999');
    expect(phone).toHaveValue('+919876543210');
    await user.tripleClick(phone);
    await user.paste('0 98765-43211');
    expect(phone).toHaveValue('+919876543211');
    await user.type(phone, '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(phone).toHaveValue('+919876543211');
  });

  it('lay out by mask and keep the caret where the shopper types [3.field-04 R.24-4]', async () => {
    const { user } = openPayment({ fields: [aPaymentField({ name: 'x', label: 'Expiry', mask: '99/99' })] });
    const expiry = await screen.findByLabelText<HTMLInputElement>('Expiry');
    await user.type(expiry, '12x30');
    expect(expiry).toHaveValue('12/30');
    await user.type(expiry, '{Backspace}', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(expiry).toHaveValue('23/0');
    expect(expiry.selectionStart).toBe(0);
    await user.keyboard('1');
    expect(expiry).toHaveValue('12/30');
    expect(expiry.selectionStart).toBe(1);
    await user.keyboard('x');
    expect(expiry).toHaveValue('12/30');
    expect(expiry.selectionStart).toBe(1);
  });
});

describe('validation', () => {
  const mail = aPaymentField({ name: 'mail', label: 'E-mail', type: 'email', rules: { required: true } });

  it('keeps the button disabled until every visible required field is filled [5.payment-04 R.33-3]', async () => {
    const { user } = openPayment({ fields: [upi, aPaymentField()] });
    expect(await payButton()).toBeDisabled();
    await user.type(screen.getByLabelText('UPI ID'), '   ');
    expect(await payButton()).toBeDisabled();
    await user.type(screen.getByLabelText('UPI ID'), 'x');
    expect(await payButton()).toBeEnabled();
  });

  it('shows an error once its field was left, and takes it away as soon as it is right [5.payment-03 R.33-1]', async () => {
    const { user } = openPayment({ fields: [upi, mail] });
    const upiId = await screen.findByLabelText('UPI ID');
    await user.click(upiId);
    expect(upiId).toHaveAttribute('aria-invalid', 'false');
    await user.tab();
    expect(upiId).toHaveAccessibleDescription('Enter your UPI ID Such as asha@bank');
    expect(upiId).toHaveAttribute('aria-invalid', 'true');
    await user.type(screen.getByLabelText('E-mail'), 'asha');
    await user.tab();
    expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
    await user.type(screen.getByLabelText('E-mail'), '@example.com');
    expect(screen.queryByText('Please enter a valid email address')).not.toBeInTheDocument();
  });

  it('shows everything on Enter, with a toast and the focus on the first error [5.payment-05 R.27-2 R.33-2]', async () => {
    const { user } = openPayment({ fields: [aPaymentField(), upi, mail] });
    await user.type(await screen.findByLabelText('Note'), 'x{Enter}');
    expect(screen.getByText('Enter your UPI ID')).toBeInTheDocument();
    expect(screen.getByText('This field is required')).toBeInTheDocument();
    expect(screen.getByLabelText('UPI ID')).toHaveFocus();
    expect(within(notifications()).getByText('Validation Error / Please correct the errors in the form')).toBeVisible();
    expect(calls('POST', '/payments')).toEqual([]);
  });

  it('shows what is wrong on a click when everything is filled', async () => {
    const options = ['A', 'B'];
    const { user } = openPayment({
      fields: [
        aPaymentField({
          name: 'bank',
          label: 'Bank',
          type: 'select',
          options,
          inline: true,
          rules: { required: true },
        }),
        mail,
      ],
    });
    await user.type(await screen.findByLabelText('E-mail'), 'asha{Enter}');
    expect(screen.getByRole('radio', { name: 'A' })).toHaveFocus();
    expect(screen.getByRole('group', { name: 'Bank' })).toHaveAccessibleDescription('This field is required');
    await user.click(screen.getByRole('radio', { name: 'B' }));
    await user.click(await payButton());
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(calls('POST', '/payments')).toEqual([]);
  });

  it('takes Enter on a checkbox for a submit, as browsers do', async () => {
    openPayment({ fields: [aPaymentField({ type: 'checkbox' })], reply: { success: false, error: 'No' } });
    fireEvent.keyDown(await screen.findByRole('checkbox', { name: 'Note' }), { key: 'Enter' });
    expect(await screen.findByText('No')).toBeInTheDocument();
  });

  it('breaks a line in a text area on Enter and sends nothing', async () => {
    const { user } = openPayment({ fields: [aPaymentField({ type: 'textarea' })] });
    await user.type(await screen.findByLabelText('Note'), 'a{Enter}b');
    expect(screen.getByLabelText('Note')).toHaveValue('a\nb');
  });

  it('is not held up by a pathological pattern [R.24-5]', async () => {
    const fields: PaymentFieldJson[] = [
      aPaymentField({ rules: { pattern: '(a+)+$' } }),
      aPaymentField({ name: 'b', label: 'B', rules: { pattern: '[' } }),
    ];
    const { user } = openPayment({ fields, reply: { success: false, error: 'No' } });
    await user.click(await screen.findByLabelText('Note'));
    await user.paste(`${'a'.repeat(60)}!`);
    await user.type(screen.getByLabelText('B'), 'b{Enter}');
    expect(await screen.findByText('No')).toBeInTheDocument();
  });
});

describe('paying', () => {
  it('locks at once: two submits in one tick make one payment [4.payment-04 R.15-3]', async () => {
    const { promise: arrived, resolve: arrive } = deferred();
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

  it('says that the payment was initiated when nothing else is to do, and goes to the orders [3.payment-01 4.payment-10 7.calls-18]', async () => {
    const { location } = await payWith({ success: true });
    await waitFor(() => expect(location().pathname).toBe('/orders'));
    expect(screen.getByText('Payment initiated / Your payment is being processed')).toBeInTheDocument();
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: 'asha@bank' } });
  });

  it('goes where the server sends, and stays locked [4.payment-09]', async () => {
    await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('https://pay.example/start'));
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('Taking you to the payment provider…');
  });

  it('can be started anew by a shopper who has stopped the browser on its way', async () => {
    const { user } = await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await user.click(await screen.findByRole('button', { name: 'Pay another way' }));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    await user.click(await payButton());
    await waitFor(() => expect(goTo).toHaveBeenCalledTimes(2));
    expect(calls('POST', '/payments')).toHaveLength(2);
  });

  it('opens a payment app, and leaves its link to be pressed [4.payment-06]', async () => {
    await payWith({ success: true, action: { type: 'deeplink', redirectUrl: 'upi://pay?pa=a@b' } });
    const title = await screen.findByRole('heading', { level: 1, name: 'Pay in Your App' });
    expect(title).toHaveFocus();
    expect(goTo).toHaveBeenCalledTimes(1);
    expect(goTo).toHaveBeenCalledWith('upi://pay?pa=a@b');
    expect(screen.getByRole('link', { name: 'Open payment app' })).toHaveAttribute('href', 'upi://pay?pa=a@b');
    expect(screen.getByRole('link', { name: 'I have paid: view orders' })).toHaveAttribute('href', '/orders');
    expect(screen.queryByRole('button', { name: 'Processing...' })).not.toBeInTheDocument();
  });

  it('can be done another way where no app opens, with what was typed', async () => {
    const { user } = await payWith({ success: true, action: { type: 'deeplink', redirectUrl: 'upi://pay?pa=a@b' } });
    await user.click(await screen.findByRole('button', { name: 'Back to payment form' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Complete Your Payment' })).toBeInTheDocument();
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    await user.type(screen.getByLabelText('UPI ID'), '2');
    await user.click(await payButton());
    await screen.findByRole('heading', { name: 'Pay in Your App' });
    expect(calls('POST', '/payments')[1]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: 'asha@bank2' } });
  });

  it('posts a hidden form, whatever its entries are called [4.payment-05 R.25-5 R.32-1]', async () => {
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

  it('unlocks when the browser brings the page back from its memory', async () => {
    await payWith({ success: true, redirectUrl: 'https://pay.example/start' });
    await screen.findByRole('button', { name: 'Processing...' });
    await waitFor(() => expect(goTo).toHaveBeenCalled());
    const event = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void window.dispatchEvent(event));
    expect(await payButton()).toBeEnabled();
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
  });

  it('does not take a shopper out of the shop who has left the screen', async () => {
    const { promise: arrived, resolve: arrive } = deferred();
    const { endpoints } = storeApi.injectEndpoints({
      endpoints: (build) => ({
        testOrders: build.query<unknown, void>({ query: () => '/orders', providesTags: ['Order'] }),
      }),
    });
    answer('GET', '/orders', { body: [] });
    const { user, store } = openPayment();
    await act(async () => void (await store.dispatch(endpoints.testOrders.initiate())));
    answer('POST', '/payments', { body: { success: true, redirectUrl: 'https://pay.example/' }, after: arrived });
    await user.type(await screen.findByLabelText('UPI ID'), 'a@b{Enter}');
    await screen.findByRole('button', { name: 'Processing...' });
    await user.click(screen.getByRole('link', { name: 'My Orders' }));
    expect(await screen.findByText('Elsewhere')).toBeInTheDocument();
    arrive();
    // The orders are asked for again once the answer to the payment is there, and not before.
    await waitFor(() => expect(calls('GET', '/orders')).toHaveLength(2));
    expect(goTo).not.toHaveBeenCalled();
  });
});

describe('a failed attempt', () => {
  const failed = 'Failed to process payment. Please try again later.';

  /** The message stands above the form, with the focus, and everything typed is still there. */
  async function expectRefusal(message: string) {
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    expect(alert).toHaveFocus();
    expect(within(alert).getByRole('link', { name: 'Return to checkout' })).toHaveAttribute('href', '/checkout');
    expect(screen.getByLabelText('UPI ID')).toHaveValue('asha@bank');
    expect(await payButton()).toBeEnabled();
    expect(goTo).not.toHaveBeenCalled();
  }

  it('shows the server’s error as text [2.payment-03 4.payment-11]', async () => {
    await payWith({ success: false, error: 'Card <b>declined</b>' });
    await expectRefusal('Card <b>declined</b>');
  });

  it.each([
    ['no error', { success: false }],
    ['no success', {}],
    ['a list', '[1]'],
    ['a success that is no true', { success: 'true' as unknown as boolean, redirectUrl: 'https://pay.example/' }],
    ['an error that is no text', { success: false, error: {} as unknown as string }],
  ])('has a word of its own for %s [4.payment-12 8.orders-10]', async (_name, reply) => {
    await payWith(reply);
    await expectRefusal('Unknown error occurred during payment process');
  });

  it.each([
    ['malformed JSON', '{"success": tr'],
    ['null', 'null'],
    ['nothing', ' '],
  ])('says that the call failed on %s [8.orders-08]', async (_name, reply) => {
    expectLog('Payment failed');
    await payWith(reply);
    await expectRefusal(failed);
  });

  it('says that the call failed when the server is down, or broken [8.orders-08]', async () => {
    expectLog('Payment failed');
    const { user } = openPayment();
    answer('POST', '/payments', 'no response');
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectRefusal(failed);
    answer('POST', '/payments', { status: 500, body: { error: 'stack trace' } });
    await user.click(await payButton());
    await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(2));
    await expectRefusal(failed);
    expect(screen.queryByText('stack trace')).not.toBeInTheDocument();
  });

  it('adds what the server says about a request it will not take', async () => {
    expectLog('Payment failed');
    const { user } = openPayment();
    answer('POST', '/payments', { status: 409, body: { error: 'This order is paid already.' } });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await expectRefusal(failed);
    expect(screen.getByText('This order is paid already.')).toBeInTheDocument();
  });

  it.each<[string, Partial<PaymentResponseJson>]>([
    ['a script', { success: true, redirectUrl: 'javascript:alert(1)' }],
    ['an unencrypted page', { success: true, redirectUrl: 'http://pay.example/' }],
    ['a data post', { success: true, action: { type: 'redirect_post', redirectUrl: 'data:text/html,x' } }],
    ['an unknown app', { success: true, action: { type: 'deeplink', redirectUrl: 'evil://x' } }],
    ['a code that is none', { success: true, action: { type: 'qr', qrBase64: 'PHN2Zz4=' } }],
  ])('does not follow %s [R.25-4]', async (_name, reply) => {
    expectLog('cannot be followed');
    await payWith(reply);
    await expectRefusal(failed);
  });

  it('says so when the browser refuses to leave', async () => {
    expectLog('Payment failed');
    jest.mocked(goTo).mockImplementation(() => {
      throw new Error('unknown protocol');
    });
    await payWith({ success: true, action: { type: 'deeplink', redirectUrl: 'upi://pay' } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(failed);
    expect(await payButton()).toBeEnabled();
  });

  it('lets the shopper try again', async () => {
    const { user, location } = await payWith({ success: false, error: 'Declined' });
    await expectRefusal('Declined');
    answer('POST', '/payments', { body: { success: true } });
    await user.click(await payButton());
    await waitFor(() => expect(location().pathname).toBe('/orders'));
  });

  it('signs out when the server does not know the shopper any more', async () => {
    expectLog('Payment failed');
    window.localStorage.setItem('auth_token', 'old');
    const { user, store } = openPayment();
    answer('POST', '/payments', { status: 401, body: { error: 'Sign in first.' } });
    await user.type(await screen.findByLabelText('UPI ID'), 'asha@bank{Enter}');
    await waitFor(() => expect(store.getState().session.status).toBe('signed-out'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign in first.');
  });
});
