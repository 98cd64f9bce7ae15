import { getVisibleFields, isFieldFilled, isPhoneField } from './payment-field-rules';

it.each([
  ['checkbox', 'terms', 'true', true],
  ['checkbox', 'terms', 'false', false],
  ['checkbox', 'terms', '', false],
  ['text', 'note', 'a', true],
  ['text', 'note', '  ', false],
  ['text', 'note', '+91', true],
  ['tel', 'mobile', '+91', false],
  ['text', 'homePhone', ' +91 ', false],
  ['tel', 'mobile', '+919', true],
])('tells for a %s field named %s with the value %j whether it is filled: %p', (type, name, value, isFilled) => {
  expect(isFieldFilled({ type, name }, value)).toBe(isFilled);
});

it.each([
  ['tel', 'contact', true],
  ['text', 'customerPhone', true],
  ['number', 'PHONE_NO', true],
  ['text', 'telegram', false],
  ['select', 'phone_type', false],
  ['checkbox', 'phoneConsent', false],
  ['email', 'phoneMail', false],
])('decides by type %s and name %s whether a field is a phone: %p [5.payment-06]', (type, name, expected) => {
  expect(isPhoneField({ type, name })).toBe(expected);
});

describe('getVisibleFields', () => {
  const fields = [
    { name: 'gift', type: 'checkbox' },
    { name: 'message', type: 'text', showWhenFilled: ['gift'] },
    { name: 'signature', type: 'text', showWhenFilled: ['message', 'gift'] },
    { name: 'ribbon', type: 'text', showWhenFilled: ['message'] },
  ];
  const getNames = (values: Record<string, string>) =>
    getVisibleFields(fields, (name) => values[name] ?? '').map(({ name }) => name);

  it('shows a field when at least one listed field is filled', () => {
    expect(getNames({ gift: 'true' })).toEqual(['gift', 'message', 'signature']);
    expect(getNames({ gift: 'true', message: 'Hello' })).toEqual(['gift', 'message', 'signature', 'ribbon']);
  });

  it('shows a field for one value of another field', () => {
    const choices = [
      { name: 'method', type: 'select' },
      { name: 'card', type: 'text', showWhenFilled: ['method=Card'] },
      { name: 'upi', type: 'text', showWhenFilled: ['method=UPI app', 'method=UPI QR code'] },
      { name: 'holder', type: 'text', showWhenFilled: ['card'] },
    ];
    const getShown = (method: string) =>
      getVisibleFields(choices, (name) => ({ method, card: '4111' })[name] ?? '').map(({ name }) => name);
    expect(getShown('Card')).toEqual(['method', 'card', 'holder']);
    expect(getShown('UPI QR code')).toEqual(['method', 'upi']);
    expect(getShown('')).toEqual(['method']);
  });

  it('hides the fields that depend on a phone field with only +91', () => {
    const contact = [
      { name: 'phone', type: 'tel' },
      { name: 'more', type: 'text', showWhenFilled: ['phone'] },
    ];
    expect(getVisibleFields(contact, () => '+91').map(({ name }) => name)).toEqual(['phone']);
    expect(getVisibleFields(contact, () => '+919')).toEqual(contact);
  });

  it('hides the fields that depend on an unticked checkbox, and the fields that depend on those', () => {
    expect(getNames({ gift: 'false', message: 'Hello' })).toEqual(['gift']);
  });
});
