import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { aPaymentField } from '@shop/testing/builders';
import { fillIn } from '@shop/testing/fill-in';
import { calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { findPayButton, getNotifications, openPayment, upiField } from './testing/open-payment';

fakeStoreApi();

describe('the payment fields', () => {
  const options = ['HDFC Bank', { label: 'State Bank', value: 'sbi' }];

  it('render a control by type [2.payment-01 3.field-01 3.field-02 3.field-03 5.payment-09 R.31-1 R.31-3]', async () => {
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

  it.each(['method', 'paymentMethod', 'pay_mode'])(
    'show the payment methods of %s as rows that the arrow keys choose from, and the amount beside the button',
    async (name) => {
      const methods = ['UPI app', 'UPI QR code', 'Card', { label: 'Cash', value: 'Cash on delivery' }, 'Barter'];
      const method = { type: 'select' as const, label: 'How?', options: methods, rules: { required: true } };
      const { user } = openPayment({
        fields: [aPaymentField({ name, ...method, defaultValue: 'UPI app' })],
        reply: { success: false, error: 'No' },
      });
      const group = within(await screen.findByRole('group', { name: 'How?' }));
      const names = group.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);
      expect(names).toEqual(['UPI app', 'UPI QR code', 'Card', 'Cash on delivery', 'Barter']);
      // Marks are decoration: they are not part of the name.
      expect(group.getByRole('radio', { name: /^UPI app$/ })).toBeChecked();
      expect(group.getByRole('radio', { name: /^Cash$/ })).not.toBeChecked();
      const button = await findPayButton();
      expect(button.parentElement).toHaveTextContent(/^Amount: ₹9,998Pay Now$/);
      group.getByRole('radio', { name: 'UPI app' }).focus();
      await user.keyboard('{ArrowDown}{ArrowDown}');
      expect(group.getByRole('radio', { name: 'Card' })).toBeChecked();
      await user.click(button);
      await screen.findByText('No');
      expect(calls('POST', '/payments')[0]?.body).toMatchObject({ fields: { [name]: 'Card' } });
    },
  );

  it('leave no room for an asterisk in the frame of a required field', async () => {
    const rules = { required: true };
    openPayment({
      fields: [
        aPaymentField({ label: 'Name', rules }),
        aPaymentField({ name: 'bank', label: 'Bank', type: 'select', options, rules }),
      ],
    });
    for (const label of ['Name', 'Bank']) {
      const control = await screen.findByLabelText(label);
      expect(control).toBeRequired();
      expect(control.parentElement?.querySelector('legend')).toHaveTextContent(new RegExp(`^${label}$`));
    }
  });

  it('show their description and whether they are optional [3.field-01]', async () => {
    openPayment({ fields: [upiField, aPaymentField({ description: 'For us' })] });
    expect(await screen.findByLabelText('UPI ID')).toHaveAccessibleDescription('Such as asha@bank');
    expect(screen.getByLabelText('Note')).toHaveAccessibleDescription('Optional. For us');
  });

  it('show once a field of showWhenFilled is filled, and are sent only while they show [5.payment-01]', async () => {
    const bank = aPaymentField({ name: 'bank', label: 'Bank', showWhenFilled: ['upi'], rules: { required: true } });
    const { user } = openPayment({ fields: [upiField, bank], reply: { success: false, error: 'No' } });
    const upiId = await screen.findByLabelText('UPI ID');
    expect(screen.queryByLabelText('Bank')).not.toBeInTheDocument();
    await user.type(upiId, 'a@b');
    expect(await findPayButton()).toBeDisabled();
    expect(await findPayButton()).toHaveAccessibleDescription('Still needed: Bank.');
    await user.type(screen.getByLabelText('Bank'), 'SBI');
    expect(await findPayButton()).not.toHaveAccessibleDescription();
    await user.click(await findPayButton());
    await screen.findByText('No');
    expect(calls('POST', '/payments')[0]?.body).toEqual({ orderId: 'TT-7K2M', fields: { upi: 'a@b', bank: 'SBI' } });

    await user.clear(upiId);
    expect(screen.queryByLabelText('Bank')).not.toBeInTheDocument();
  });

  it('send a checkbox as true or false, an inline choice as its value, and a phone of only +91 as empty [3.field-03 3.payment-01 5.payment-15]', async () => {
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
    expect(await findPayButton()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'I agree' }));
    expect(screen.getByLabelText('Other phone')).toHaveValue('');
    await user.click(await findPayButton());
    await screen.findByText('No');
    expect(calls('POST', '/payments')[0]?.body).toMatchObject({
      fields: { save: 'false', terms: 'true', bank: 'sbi', altPhone: '' },
    });
  });

  it('format by mask and keep the caret where the shopper types [3.field-04 R.24-4]', async () => {
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
  });
});

describe('card fields', () => {
  const pattern = '^[0-9]{3,4}$';
  const fields = [
    aPaymentField({ name: 'cardNumber', label: 'Card number', mask: '9999 9999 9999 9999' }),
    aPaymentField({ name: 'cardName', label: 'Name on the card' }),
    aPaymentField({ name: 'cardExpiry', label: 'Valid until', mask: '99/99', rules: { pattern: '^\\d\\d/\\d\\d$' } }),
    aPaymentField({ name: 'cardCvv', label: 'Security code', type: 'password', rules: { pattern } }),
    aPaymentField({ name: 'otp', label: 'Code', rules: { pattern } }),
    aPaymentField({ name: 'plate', label: 'Plate', mask: 'aa 99' }),
  ];

  it.each([
    ['Card number', 'cc-number', 'numeric'],
    ['Name on the card', 'cc-name', null],
    ['Valid until', 'cc-exp', 'numeric'],
    ['Security code', 'cc-csc', 'numeric'],
    ['Code', null, 'numeric'],
    ['Plate', null, null],
  ])('let the browser fill in %s as %s, with the keypad %s', async (label, token, keypad) => {
    openPayment({ fields });
    const field = await screen.findByLabelText(label);
    expect(field.getAttribute('autocomplete')).toBe(token);
    expect(field.getAttribute('inputmode')).toBe(keypad);
  });

  it('read a date with a year of four digits, typed and pasted', async () => {
    const { user } = openPayment({ fields, reply: { success: false, error: 'No' } });
    const expiry = await screen.findByLabelText('Valid until');
    await user.type(expiry, '12/2030');
    expect(expiry).toHaveValue('12/30');
    await user.clear(expiry);
    await user.paste('12/2031');
    expect(expiry).toHaveValue('12/31');
    await user.clear(expiry);
    await user.type(expiry, '1/2032{Enter}');
    await screen.findByText('No');
    expect(calls('POST', '/payments')[0]?.body).toMatchObject({ fields: { cardExpiry: '01/32' } });
  });
});

describe('a keyboard that composes', () => {
  it.each([
    ['Card number', ['4', '41', '411', '4111', '41111'], '4111 1', '41111'],
    ['Mobile', ['+919', '+9198', '+91987'], '+91987', '+91987'],
    ['Mobile', ['+91९', '+91९८'], '+9198', '+91९८'],
    ['Valid until', ['1', '12', '123'], '12/3', '123'],
    ['Name', ['आ', 'आश', 'आशा'], 'आशा', 'आशा'],
  ])('has its text of %s formatted once the composition ends', async (label, texts, formatted, composed) => {
    openPayment({
      fields: [
        aPaymentField({ name: 'cardNumber', label: 'Card number', mask: '9999 9999 9999 9999' }),
        aPaymentField({ name: 'mobile', label: 'Mobile', type: 'tel', rules: { required: true } }),
        aPaymentField({ name: 'cardExpiry', label: 'Valid until', mask: '99/99' }),
        aPaymentField({ name: 'cardName', label: 'Name' }),
      ],
    });
    const field = await screen.findByLabelText(label);
    fireEvent.compositionStart(field);
    for (const text of texts) fireEvent.change(field, { target: { value: text } });
    expect(field).toHaveValue(composed);
    fireEvent.compositionEnd(field);
    expect(field).toHaveValue(formatted);
  });

  it.each([
    ['9876543210', '+919876543210'],
    ['९८७६५४३२१०', '+919876543210'],
    ['9191876543', '+919191876543'],
    ['98765432109', '+919876543210'],
    ['9876543210{Backspace}', '+91987654321'],
    ['9876543210{Backspace}{Backspace}', '+9198765432'],
    ['9876543210{Backspace}{Backspace}{Backspace}567', '+919876543567'],
  ])('reads the keys %s of a phone number one by one as %s', async (keys, number) => {
    const { user } = openPayment({
      fields: [aPaymentField({ label: 'Mobile', type: 'tel', rules: { required: true } })],
    });
    const phone = await screen.findByLabelText('Mobile');
    await user.type(phone, keys);
    expect(phone).toHaveValue(number);
  });

  it('leaves the caret where the shopper typed before the prefix of a phone number', async () => {
    const { user } = openPayment({
      fields: [aPaymentField({ label: 'Mobile', type: 'tel', rules: { required: true } })],
    });
    const phone = await screen.findByLabelText('Mobile');
    await user.type(phone, '98765', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(phone).toHaveValue('+9198765');
  });
});

describe('validation of the payment form', () => {
  const mail = aPaymentField({ name: 'mail', label: 'E-mail', type: 'email', rules: { required: true } });

  it('keeps the button disabled until every visible required field is filled [5.payment-04 R.33-3]', async () => {
    const { user } = openPayment({ fields: [upiField, aPaymentField()] });
    expect(await findPayButton()).toBeDisabled();
    await user.type(screen.getByLabelText('UPI ID'), '   ');
    expect(await findPayButton()).toBeDisabled();
    await user.type(screen.getByLabelText('UPI ID'), 'x');
    expect(await findPayButton()).toBeEnabled();
  });

  it('shows an error once its field loses the focus, and removes it as soon as the value is valid [5.payment-03 R.33-1]', async () => {
    const { user } = openPayment({ fields: [upiField, mail] });
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

  it('shows all errors on Enter, with a toast and the focus on the first error [5.payment-05 R.27-2 R.33-2]', async () => {
    const { user } = openPayment({ fields: [aPaymentField(), upiField, mail] });
    await user.type(await screen.findByLabelText('Note'), 'x{Enter}');
    expect(screen.getByText('Enter your UPI ID')).toBeInTheDocument();
    expect(screen.getByText('This field is required')).toBeInTheDocument();
    expect(screen.getByLabelText('UPI ID')).toHaveFocus();
    expect(
      within(getNotifications()).getByText('Validation Error / Please correct the errors in the form'),
    ).toBeVisible();
    expect(calls('POST', '/payments')).toEqual([]);
  });

  it('shows errors on a click when every required field is filled', async () => {
    const choice = { type: 'select' as const, options: ['A', 'B'], inline: true, rules: { required: true } };
    const { user } = openPayment({ fields: [aPaymentField({ name: 'bank', label: 'Bank', ...choice }), mail] });
    await user.type(await screen.findByLabelText('E-mail'), 'asha{Enter}');
    expect(screen.getByRole('radio', { name: 'A' })).toHaveFocus();
    expect(screen.getByRole('group', { name: 'Bank' })).toHaveAccessibleDescription('This field is required');
    await user.click(screen.getByRole('radio', { name: 'B' }));
    await user.click(await findPayButton());
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
    expect(calls('POST', '/payments')).toEqual([]);
  });

  it('submits on Enter in a checkbox, as browsers do', async () => {
    openPayment({ fields: [aPaymentField({ type: 'checkbox' })], reply: { success: false, error: 'No' } });
    fireEvent.keyDown(await screen.findByRole('checkbox', { name: 'Note' }), { key: 'Enter' });
    expect(await screen.findByText('No')).toBeInTheDocument();
  });

  it('inserts a line break on Enter in a text area', async () => {
    const { user } = openPayment({ fields: [aPaymentField({ type: 'textarea' })] });
    await user.type(await screen.findByLabelText('Note'), 'a{Enter}b');
    expect(screen.getByLabelText('Note')).toHaveValue('a\nb');
  });

  it('does not block on a pathological pattern [R.24-5]', async () => {
    const fields: PaymentFieldJson[] = [
      aPaymentField({ rules: { pattern: '(a+)+$' } }),
      aPaymentField({ name: 'b', label: 'B', rules: { pattern: '[' } }),
    ];
    const { user } = openPayment({ fields, reply: { success: false, error: 'No' } });
    await user.click(await screen.findByLabelText('Note'));
    await user.paste(`${'a'.repeat(60)}!`);
    await user.type(screen.getByLabelText('B'), 'b{Enter}');
    expect(await screen.findByText('Please check the format of this field')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Note'), 'a');
    await user.type(screen.getByLabelText('B'), '{Enter}');
    expect(await screen.findByText('No')).toBeInTheDocument();
  });

  it.each([
    ['NUL', '\0'],
    ['the first half of an emoji', '\ud83d'],
    ['the second half of an emoji', '\ude00'],
  ])('send no %s that was pasted, because the API refuses it', async (_name, character) => {
    const types = ['text', 'email', 'password', 'number', 'tel', 'textarea'] as const;
    const fields = types.map((type) => aPaymentField({ name: type, label: type, type, rules: { required: true } }));
    const texts = {
      text: 'Asha',
      email: 'a@b.in',
      password: 'pass',
      number: '12',
      tel: '9876543210',
      textarea: 'Ring',
    };
    const { user } = openPayment({ fields, reply: { success: false, error: 'No' } });
    await findPayButton();
    await fillIn(user, Object.fromEntries(types.map((type) => [type, `${character}${texts[type]}${character}`])));
    await user.click(await findPayButton());
    await waitFor(() => expect(calls('POST', '/payments')).toHaveLength(1));
    expect(calls('POST', '/payments')[0]?.body).toMatchObject({ fields: { ...texts, tel: '+919876543210' } });
  });
});
