import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { createTexts } from '@shop/language/texts';
import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import { createFieldSchema, createFormSchema } from './field-schema';

const english = createTexts({ code: 'en', catalog: {} });

/** Validates like Formik: with all rules, of which the first message shows. */
function findFieldError(field: PaymentField, value: string): string | undefined {
  try {
    createFieldSchema(field, english).validateSync(value, { abortEarly: false });
    return undefined;
  } catch (error) {
    return (error as { errors: string[] }).errors[0];
  }
}

const required = { required: true };
const phone = (rules: Partial<PaymentField['rules']> = {}) => aField({ type: 'tel', rules: { ...required, ...rules } });
const needed = 'This field is required';
const noEmail = 'Please enter a valid email address';
const noNumber = 'Please enter a number';

test.each<[value: string, error: string | undefined, tag: string, field: PaymentField]>([
  ['  ', needed, '[5.payment-02]', aField({ rules: required })],
  [
    '',
    'Enter your UPI ID',
    '[5.payment-02]',
    aField({ rules: required, rulesMessages: ['Enter your UPI ID', 'Wrong'] }),
  ],
  ['false', needed, '[5.payment-02 R.24-3]', aField({ type: 'checkbox', rules: required })],
  ['+91', needed, '[5.payment-02]', phone()],
  ['', undefined, '', aField({ rules: { required: false, minLength: 3, pattern: '^x$' } })],
  [' ', undefined, '', aField({ type: 'email' })],
  ['+91', undefined, '', aField({ type: 'tel' })],
  [' asha@example.com ', undefined, '[5.payment-03]', aField({ type: 'email' })],
  ['asha@example', noEmail, '[5.payment-03]', aField({ type: 'email' })],
  ['a b@example.com', noEmail, '[5.payment-03]', aField({ type: 'email' })],
  ['-0.5', undefined, '', aField({ type: 'number' })],
  ['007', undefined, '', aField({ type: 'number' })],
  ['1e400', noNumber, '', aField({ type: 'number' })],
  ['12,5', noNumber, '', aField({ type: 'number' })],
  ['+919876543210', undefined, '[5.payment-13]', phone()],
  ['+9198765', 'Phone number must be 13 characters (including +91)', '[5.payment-13 9.constants-19]', phone()],
  ['+9198', 'Phone number must be 13 characters (including +91)', '[5.payment-13]', aField({ name: 'altPhone' })],
  ['9876543210', 'Phone number must start with +91', '[5.payment-10]', phone()],
  ['+9198765', 'Phone number must have at least 13 characters', '[5.payment-11]', phone({ minLength: 13 })],
  ['+9198765', undefined, '[5.payment-13]', phone({ minLength: 8 })],
  ['+9198765', 'Phone number must have no more than 7 characters', '[5.payment-12]', phone({ maxLength: 7 })],
  ['+9198765', undefined, '[5.payment-13]', phone({ maxLength: 13 })],
  ['+911876543210', 'Invalid phone number format', '[5.payment-14]', phone({ pattern: '^\\+91[6-9]' })],
  ['+919876543210', undefined, '[5.payment-14]', phone({ pattern: '^\\+91[6-9]' })],
  ['+919876543210', undefined, '[R.24-5]', phone({ pattern: '[' })],
  [' a ', undefined, '', aField({ type: 'password', rules: { required: true, minLength: 3 } })],
])('validates the value of case %#, %p: %p %s', (value, error, _tag, field) =>
  expect(findFieldError(field, value)).toBe(error),
);

describe('validation of length and pattern', () => {
  const rules = { required: true, minLength: 3, maxLength: 5, pattern: '^[a-z]+$' };
  const [path, min] = ['path', 'min'].map((name) => `\${${name}}`) as [string, string];
  const values = ['', 'ab', 'abcdef', 'ab1', 'abcd'];

  it.each([
    [
      'the default messages without server messages',
      [],
      [
        needed,
        'Please enter at least 3 characters',
        'Please enter no more than 5 characters',
        'Please check the format of this field',
      ],
    ],
    [
      'the server messages in the sequence of the field’s rules',
      ['needed', 'too short', 'too long', 'odd'],
      ['needed', 'too short', 'too long', 'odd'],
    ],
    [
      'the last server message for the rules without one',
      ['needed', 'five letters'],
      ['needed', 'five letters', 'five letters', 'five letters'],
    ],
    ['a placeholder of Yup as it is', [path, min], [path, min, min, min]],
  ])('returns %s [3.field-05]', (_case, rulesMessages, expected) => {
    const field = aField({ rules, rulesMessages });
    expect(values.map((value) => findFieldError(field, value))).toEqual([...expected, undefined]);
  });

  it('counts the rules that the field has, not all rules', () => {
    const optional = aField({ rules: { required: false, pattern: '^x$' }, rulesMessages: ['odd'] });
    expect(findFieldError(optional, 'y')).toBe('odd');
  });

  it('ignores length and pattern of a choice', () => {
    const options = [{ label: 'A', value: 'a' }];
    expect(findFieldError(aField({ type: 'select', options, rules }), 'a')).toBeUndefined();
    expect(findFieldError(aField({ type: 'checkbox', rules }), 'true')).toBeUndefined();
  });
});

test('createFormSchema validates the fields that the values show', async () => {
  const form = [
    aField({ name: 'a', rules: required }),
    aField({ name: 'b.c', type: 'email' }),
    aField({ name: 'hidden', rules: required, showWhenFilled: ['a'] }),
  ];
  const validate = (values: Record<string, string>) =>
    createFormSchema(form, english).validate(values, { abortEarly: false });
  await expect(validate({ 'payment-b~46~c': 'x' })).rejects.toMatchObject({ errors: [needed, noEmail] });
  await expect(validate({ 'payment-a': '1' })).rejects.toMatchObject({ errors: [needed] });
});
