import { getVisibleFields } from '@shop/api-contract/payment-field-rules';
import { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { createExpiryPattern, createPaymentForm } from './payment-form';
import { findPaymentFormError } from './payment-form-validation';
import { createUpiLink } from './payment-instructions';
import { getPaymentMethods } from './payment-methods';

const form = createPaymentForm(getPaymentMethods(true, 'shop@bank'));

describe('createPaymentForm', () => {
  it('uses every field type and every rule of the specification', () => {
    const types = PaymentFieldJson.properties.type.anyOf.map((literal) => literal.const);
    expect(new Set(form.map(({ type }) => type))).toEqual(new Set(types));
    const usedProperties = new Set(form.flatMap((field) => Object.keys(field)));
    expect([...usedProperties]).toEqual(
      expect.arrayContaining([
        'placeholder',
        'description',
        'options',
        'inline',
        'mask',
        'rulesMessages',
        'defaultValue',
        'showWhenFilled',
      ]),
    );
    const rules = new Set(form.flatMap(({ rules }) => Object.keys(rules ?? {})));
    expect([...rules].sort()).toEqual(['maxLength', 'minLength', 'pattern', 'required']);
    const kinds = new Set(form.flatMap(({ options }) => (options ?? []).map((option) => typeof option)));
    expect(kinds).toEqual(new Set(['string', 'object']));
  });

  it('gives each field a unique name and refers to existing fields only', () => {
    const names = form.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const shownBy = form.flatMap(({ showWhenFilled }) => showWhenFilled ?? []).map((entry) => entry.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(shownBy));
  });

  it.each([
    ['UPI app', ['upiId']],
    ['UPI QR code', ['upiId']],
    ['Card', ['cardNumber', 'cardName', 'cardExpiry', 'cardCvv']],
    ['Net banking', ['bank']],
    ['Wallet', []],
    ['Cash on delivery', ['changeFrom']],
  ])('shows only the fields of %s, whatever another method has been given', (method, expected) => {
    const always = form.filter(({ showWhenFilled }) => !showWhenFilled).map(({ name }) => name);
    const filled: Record<string, string> = {
      method,
      upiId: 'a@bank',
      cardNumber: '4111',
      bank: 'SBIN',
      changeFrom: '500',
    };
    const shown = getVisibleFields(form, (name) => filled[name] ?? '').map(({ name }) => name);
    expect(shown.filter((name) => !always.includes(name))).toEqual(expected);
  });

  it('shows no further field and asks for no further value while the number of a card is typed', () => {
    const list = (cardNumber: string) =>
      getVisibleFields(form, (name) => ({ method: 'Card', cardNumber })[name] ?? '').map(({ name }) => name);
    expect(list('4')).toEqual(list(''));
    const values = new Map(
      Object.entries({ method: 'Card', cardNumber: '4111 1111 1111 1111', phone: '+919845012345', terms: 'true' }),
    );
    expect(findPaymentFormError(form, values)).toBeUndefined();
  });

  it('accepts a form with only a phone number and the ticked terms', () => {
    const defaults = form.flatMap(({ name, defaultValue }) => (defaultValue ? [[name, defaultValue] as const] : []));
    const values = new Map([...defaults, ['phone', '+919845012345'], ['terms', 'true']] as const);
    expect(findPaymentFormError(form, values)).toBeUndefined();
  });

  it.each([
    ['2026-11-23', '11/26', true],
    ['2026-11-23', '10/26', false],
    ['2026-11-23', '12/25', false],
    ['2026-11-23', '01/27', true],
    ['2026-11-23', '13/27', false],
    ['2029-12-31', '12/29', true],
    ['2029-12-31', '11/29', false],
    ['2029-12-31', '01/30', true],
    ['2099-05-02', '12/99', true],
    ['2099-05-02', '04/99', false],
  ])('on %s, a card that is valid until %s is accepted: %s', (today, expiry, isAccepted) => {
    expect(new RegExp(createExpiryPattern(new Date(today))).test(expiry)).toBe(isAccepted);
  });

  it('hides fields that depend on an unticked checkbox', () => {
    const fields = [
      { name: 'gift', label: 'Gift', type: 'checkbox' as const },
      { name: 'message', label: 'Message', type: 'text' as const, rules: { required: true }, showWhenFilled: ['gift'] },
    ];
    expect(findPaymentFormError(fields, new Map([['gift', 'false']]))).toBeUndefined();
    expect(findPaymentFormError(fields, new Map([['gift', 'true']]))).toBe('Message: this field is required');
  });
});

describe('createUpiLink', () => {
  it('encodes each parameter and cuts a long note', () => {
    const link = createUpiLink({ reference: 'R1', orderId: 'n o t e '.repeat(10), paise: 123450 }, 'shop@bank');
    expect(link).not.toContain('+');
    const { searchParams } = new URL(link);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      pa: 'shop@bank',
      pn: 'Tamra & Teak',
      am: '1234.50',
      cu: 'INR',
    });
    expect(searchParams.get('tn')).toHaveLength(50);
  });
});
