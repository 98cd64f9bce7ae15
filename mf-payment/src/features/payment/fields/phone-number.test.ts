import { aPaymentFieldOnScreen } from '@shop/testing/builders';
import { isPhoneField, normalizePhone } from './phone-number';

const plain = aPaymentFieldOnScreen({ type: 'tel' });
const upTo = (maxLength: number) => aPaymentFieldOnScreen({ type: 'tel', rules: { required: true, maxLength } });

describe('isPhoneField', () => {
  it.each([
    ['tel', 'contact', true],
    ['text', 'customerPhone', true],
    ['number', 'PHONE_NO', true],
    ['text', 'telegram', false],
    ['checkbox', 'phoneConsent', false],
    ['select', 'phoneType', false],
    ['email', 'phoneMail', false],
  ] as const)('decides by type %s and name %s: %p [5.payment-06]', (type, name, expected) =>
    expect(isPhoneField(aPaymentFieldOnScreen({ type, name }))).toBe(expected),
  );
});

describe('normalizePhone', () => {
  it.each([
    ['', '+91'],
    ['+', '+91'],
    ['+9', '+91'],
    ['9', '+919'],
    ['9876543210', '+919876543210'],
    ['09876543210', '+919876543210'],
    ['919876543210', '+919876543210'],
    ['+919876543210', '+919876543210'],
    ['00919876543210', '+919876543210'],
    ['091 98765 43210', '+919876543210'],
    ['+91 98765-43210', '+919876543210'],
    [' (+91) 98765 43210 ', '+919876543210'],
    ['+91+919876543210', '+919876543210'],
    ['+9109876543210', '+919876543210'],
    ['+91 91 98765 43210', '+919876543210'],
    ['9198765432', '+919198765432'],
    ['+919198765432', '+919198765432'],
    ['+91919876543', '+91919876543'],
    ['+91abc', '+91'],
    ['call me', '+91'],
    ['+9198765432109', '+919876543210'],
    ['<b>98765</b>', '+9198765'],
  ])('normalizes %p to %p [5.payment-07 9.constants-19 R.24-2]', (text, expected) =>
    expect(normalizePhone(text, plain)).toBe(expected),
  );

  it('drops an eleventh digit instead of reading 91 as a country code', () => {
    expect(normalizePhone('+9191987654321', plain, '+919198765432')).toBe('+919198765432');
  });

  it('restores the prefix when one of its characters is deleted', () => {
    for (const text of ['+9', '+1', '91', '+99876', '+19876', '919876']) {
      const previous = text.length === 2 ? '+91' : '+919876';
      expect(normalizePhone(text, plain, previous)).toBe(previous);
    }
    expect(normalizePhone('', plain, '+919876')).toBe('+91');
    expect(normalizePhone('7', plain, '+919876')).toBe('+917');
  });

  it('limits the digits to maxLength minus the prefix [5.payment-08]', () => {
    expect(normalizePhone('1234567890', upTo(8))).toBe('+9112345');
    expect(normalizePhone('123456789012345', upTo(15))).toBe('+91123456789012');
    expect(normalizePhone('+91919876543210', upTo(15))).toBe('+91919876543210');
  });

  it('falls back to ten digits when maxLength leaves no room for digits', () => {
    expect(normalizePhone('98765432109', upTo(2))).toBe('+919876543210');
  });
});
