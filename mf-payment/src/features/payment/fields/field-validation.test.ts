import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import { fieldError, formErrors } from './field-validation';

const required = { required: true };
const phone = (rules: Partial<ReturnType<typeof aField>['rules']> = {}) =>
  aField({ type: 'tel', rules: { ...required, ...rules } });

describe('required fields', () => {
  it('say the first of the server’s messages, or that they are required [5.payment-02 R.24-3]', () => {
    expect(fieldError(aField({ rules: required }), '  ')).toBe('This field is required');
    expect(fieldError(aField({ rules: required, rulesMessages: ['Enter your UPI ID', 'Wrong'] }), '')).toBe(
      'Enter your UPI ID',
    );
    expect(fieldError(aField({ type: 'checkbox', rules: required }), 'false')).toBe('This field is required');
    expect(fieldError(phone(), '+91')).toBe('This field is required');
    expect(fieldError(phone({}), '')).toBe('This field is required');
  });

  it('leave an empty optional field alone, whatever its other rules', () => {
    expect(fieldError(aField({ rules: { required: false, minLength: 3, pattern: '^x$' } }), '')).toBeUndefined();
    expect(fieldError(aField({ type: 'email' }), ' ')).toBeUndefined();
    expect(fieldError(aField({ type: 'tel' }), '+91')).toBeUndefined();
  });
});

test.each([
  ['asha@example.com', undefined],
  [' asha@example.com ', undefined],
  ['asha', 'Please enter a valid email address'],
  ['asha@example', 'Please enter a valid email address'],
  ['a b@example.com', 'Please enter a valid email address'],
])('the e-mail %p [5.payment-03]', (value, expected) =>
  expect(fieldError(aField({ type: 'email' }), value)).toBe(expected),
);

test.each([
  ['12', undefined],
  ['-0.5', undefined],
  ['007', undefined],
  ['1e400', 'Please enter a number'],
  ['12,5', 'Please enter a number'],
])('the number %p', (value, expected) => expect(fieldError(aField({ type: 'number' }), value)).toBe(expected));

describe('phone fields', () => {
  it.each([
    [phone(), '[5.payment-13]', '+919876543210', undefined],
    [phone(), '[5.payment-13 9.constants-19]', '+9198765', 'Phone number must be 13 characters (including +91)'],
    [phone(), '[5.payment-10]', '9876543210', 'Phone number must start with +91'],
    [phone({ minLength: 13 }), '[5.payment-11]', '+9198765', 'Phone number must have at least 13 characters'],
    [phone({ minLength: 8 }), '[5.payment-13]', '+9198765', undefined],
    [phone({ maxLength: 7 }), '[5.payment-12]', '+9198765', 'Phone number must have no more than 7 characters'],
    [phone({ maxLength: 13 }), '[5.payment-13]', '+9198765', undefined],
    [phone({ pattern: '^\\+91[6-9]' }), '[5.payment-14]', '+911876543210', 'Invalid phone number format'],
    [phone({ pattern: '^\\+91[6-9]' }), '[5.payment-14]', '+919876543210', undefined],
    [phone({ pattern: '[' }), '[R.24-5]', '+919876543210', undefined],
    [aField({ name: 'altPhone' }), '[5.payment-13]', '+9198', 'Phone number must be 13 characters (including +91)'],
  ])('%#: %p %s', (field, _tag, value, expected) => expect(fieldError(field, value)).toBe(expected));
});

describe('length and pattern of other fields', () => {
  const rules = { required: true, minLength: 3, maxLength: 5, pattern: '^[a-z]+$' };

  it('say so in our words', () => {
    const field = aField({ rules });
    expect(fieldError(field, 'ab')).toBe('Please enter at least 3 characters');
    expect(fieldError(field, 'abcdef')).toBe('Please enter no more than 5 characters');
    expect(fieldError(field, 'ab1')).toBe('Please check the format of this field');
    expect(fieldError(field, 'abcd')).toBeUndefined();
  });

  it('say so in the server’s, in the order of the rules that the field has [3.field-05]', () => {
    const field = aField({ rules, rulesMessages: ['needed', 'too short', 'too long', 'odd'] });
    expect(['', 'ab', 'abcdef', 'ab1'].map((value) => fieldError(field, value))).toEqual([
      'needed',
      'too short',
      'too long',
      'odd',
    ]);
    const brief = aField({ rules, rulesMessages: ['needed', 'five letters at most'] });
    expect(['', 'ab', 'abcdef', 'ab1'].map((value) => fieldError(brief, value))).toEqual([
      'needed',
      ...Array.from({ length: 3 }, () => 'five letters at most'),
    ]);
    const optional = aField({ rules: { required: false, pattern: '^x$' }, rulesMessages: ['odd'] });
    expect(fieldError(optional, 'y')).toBe('odd');
  });

  it('do not measure a choice', () => {
    const options = [{ label: 'A', value: 'a' }];
    expect(fieldError(aField({ type: 'select', options, rules }), 'a')).toBeUndefined();
    expect(fieldError(aField({ type: 'checkbox', rules }), 'true')).toBeUndefined();
  });

  it('count the spaces of a password', () => {
    expect(fieldError(aField({ type: 'password', rules: { required: true, minLength: 3 } }), ' a ')).toBeUndefined();
  });
});

test('a form lists the errors of its fields by name', () => {
  const form = [aField({ name: 'a', rules: required }), aField({ name: 'b', type: 'email' }), aField({ name: 'c' })];
  expect([...formErrors(form, { a: '', b: 'x' })]).toEqual([
    ['a', 'This field is required'],
    ['b', 'Please enter a valid email address'],
  ]);
});
