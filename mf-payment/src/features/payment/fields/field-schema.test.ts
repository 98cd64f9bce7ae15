import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import { createFieldSchema, createFormSchema } from './field-schema';

/** Validates like Formik: with all rules, of which the first message shows. */
function findFieldError(field: PaymentField, value: string): string | undefined {
  try {
    createFieldSchema(field).validateSync(value, { abortEarly: false });
    return undefined;
  } catch (error) {
    return (error as { errors: string[] }).errors[0];
  }
}

const required = { required: true };
const phone = (rules: Partial<ReturnType<typeof aField>['rules']> = {}) =>
  aField({ type: 'tel', rules: { ...required, ...rules } });

describe('validation of required fields', () => {
  it('returns the first server message, or the default message [5.payment-02 R.24-3]', () => {
    expect(findFieldError(aField({ rules: required }), '  ')).toBe('This field is required');
    expect(findFieldError(aField({ rules: required, rulesMessages: ['Enter your UPI ID', 'Wrong'] }), '')).toBe(
      'Enter your UPI ID',
    );
    expect(findFieldError(aField({ type: 'checkbox', rules: required }), 'false')).toBe('This field is required');
    expect(findFieldError(phone(), '+91')).toBe('This field is required');
    expect(findFieldError(phone({}), '')).toBe('This field is required');
  });

  it('accepts an empty optional field with other rules', () => {
    expect(findFieldError(aField({ rules: { required: false, minLength: 3, pattern: '^x$' } }), '')).toBeUndefined();
    expect(findFieldError(aField({ type: 'email' }), ' ')).toBeUndefined();
    expect(findFieldError(aField({ type: 'tel' }), '+91')).toBeUndefined();
  });
});

test.each([
  ['asha@example.com', undefined],
  [' asha@example.com ', undefined],
  ['asha', 'Please enter a valid email address'],
  ['asha@example', 'Please enter a valid email address'],
  ['a b@example.com', 'Please enter a valid email address'],
])('validates the e-mail %p [5.payment-03]', (value, expected) =>
  expect(findFieldError(aField({ type: 'email' }), value)).toBe(expected),
);

test.each([
  ['12', undefined],
  ['-0.5', undefined],
  ['007', undefined],
  ['1e400', 'Please enter a number'],
  ['12,5', 'Please enter a number'],
])('validates the number %p', (value, expected) =>
  expect(findFieldError(aField({ type: 'number' }), value)).toBe(expected),
);

describe('validation of phone fields', () => {
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
  ])('validates field %#: %p %s', (field, _tag, value, expected) =>
    expect(findFieldError(field, value)).toBe(expected),
  );
});

describe('validation of length and pattern', () => {
  const rules = { required: true, minLength: 3, maxLength: 5, pattern: '^[a-z]+$' };

  it('returns the default messages without server messages', () => {
    const field = aField({ rules });
    expect(findFieldError(field, 'ab')).toBe('Please enter at least 3 characters');
    expect(findFieldError(field, 'abcdef')).toBe('Please enter no more than 5 characters');
    expect(findFieldError(field, 'ab1')).toBe('Please check the format of this field');
    expect(findFieldError(field, 'abcd')).toBeUndefined();
  });

  it('returns the server messages in the sequence of the field’s rules [3.field-05]', () => {
    const field = aField({ rules, rulesMessages: ['needed', 'too short', 'too long', 'odd'] });
    expect(['', 'ab', 'abcdef', 'ab1'].map((value) => findFieldError(field, value))).toEqual([
      'needed',
      'too short',
      'too long',
      'odd',
    ]);
    const brief = aField({ rules, rulesMessages: ['needed', 'five letters at most'] });
    expect(['', 'ab', 'abcdef', 'ab1'].map((value) => findFieldError(brief, value))).toEqual([
      'needed',
      ...Array.from({ length: 3 }, () => 'five letters at most'),
    ]);
    const optional = aField({ rules: { required: false, pattern: '^x$' }, rulesMessages: ['odd'] });
    expect(findFieldError(optional, 'y')).toBe('odd');
  });

  it('shows a message with a placeholder of Yup as it is', () => {
    const [required, tooShort] = ['path', 'min'].map((name) => `\${${name}}`);
    const field = aField({ rules: { required: true, minLength: 3 }, rulesMessages: [`${required}`, `${tooShort}`] });
    expect(['', 'ab'].map((value) => findFieldError(field, value))).toEqual([required, tooShort]);
  });

  it('ignores length and pattern of a choice', () => {
    const options = [{ label: 'A', value: 'a' }];
    expect(findFieldError(aField({ type: 'select', options, rules }), 'a')).toBeUndefined();
    expect(findFieldError(aField({ type: 'checkbox', rules }), 'true')).toBeUndefined();
  });

  it('counts the spaces of a password', () => {
    expect(
      findFieldError(aField({ type: 'password', rules: { required: true, minLength: 3 } }), ' a '),
    ).toBeUndefined();
  });
});

test('createFormSchema validates the fields that the values show', async () => {
  const form = [
    aField({ name: 'a', rules: required }),
    aField({ name: 'b.c', type: 'email' }),
    aField({ name: 'hidden', rules: required, showWhenFilled: ['a'] }),
  ];
  const validate = (values: Record<string, string>) => createFormSchema(form).validate(values, { abortEarly: false });
  await expect(validate({ 'payment-b~46~c': 'x' })).rejects.toMatchObject({
    errors: ['This field is required', 'Please enter a valid email address'],
  });
  await expect(validate({ 'payment-a': '1' })).rejects.toMatchObject({ errors: ['This field is required'] });
});
