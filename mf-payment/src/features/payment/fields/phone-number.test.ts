import { aPaymentFieldOnScreen } from '@shop/testing/builders';
import { formatKeystroke } from './field-value';
import { normalizePhone } from './phone-number';

const plain = aPaymentFieldOnScreen({ type: 'tel' });
const upTo = (maxLength: number) => aPaymentFieldOnScreen({ type: 'tel', rules: { required: true, maxLength } });

it.each([
  ['', '+91'],
  ['+9', '+91'],
  ['9', '+919'],
  ['9876543210', '+919876543210'],
  ['919876543210', '+919876543210'],
  ['00919876543210', '+919876543210'],
  ['091 98765 43210', '+919876543210'],
  [' (+91) 98765 43210 ', '+919876543210'],
  ['+91+919876543210', '+919876543210'],
  ['+9109876543210', '+919876543210'],
  ['9198765432', '+919198765432'],
  ['+919198765432', '+919198765432'],
  ['call me', '+91'],
  ['९८७६५४३२१०', '+919876543210'],
  ['+91९८७६५४३२१०', '+919876543210'],
  ['\u202a+91 98765 43210\u202c', '+919876543210'],
  ['+91\u202a+91 98765–43210\u202c', '+919876543210'],
  ['+91tel:098765 43210', '+919876543210'],
  ['९८७', '+91987'],
  ['+9198765432', '+9198765432'],
  ['+91987654321', '+91987654321'],
  ['+9198765432109', '+919876543210'],
])('normalizes %p to %p [5.payment-07 9.constants-19 R.24-2]', (text, expected) =>
  expect(normalizePhone(text, plain)).toBe(expected),
);

it('drops an eleventh digit instead of reading 91 as a country code', () => {
  expect(normalizePhone('+9191987654321', plain, '+919198765432')).toBe('+919198765432');
});

it.each([
  ['+9', '+91', '+91'],
  ['91', '+91', '+91'],
  ['+99876', '+919876', '+919876'],
  ['+19876', '+919876', '+919876'],
  ['919876', '+919876', '+919876'],
  ['', '+919876', '+91'],
  ['7', '+919876', '+917'],
])('restores a deleted character of the prefix: %p after %p gives %p', (text, previous, expected) =>
  expect(normalizePhone(text, plain, previous)).toBe(expected),
);

it.each([
  ['1234567890', 8, '+9112345'],
  ['123456789012345', 15, '+91123456789012'],
  ['+91919876543210', 15, '+91919876543210'],
  // No room for digits: the maximum is ten.
  ['98765432109', 2, '+919876543210'],
])('limits %p to maxLength %i minus the prefix: %p [5.payment-08]', (text, maxLength, expected) =>
  expect(normalizePhone(text, upTo(maxLength))).toBe(expected),
);

it.each([[0], [1], [2], [3]])('puts digits that are typed at the caret %i of +91 behind the prefix', (start) => {
  const field = { text: '+91', caret: start as number | undefined };
  for (const key of '98765') {
    const index = field.caret ?? field.text.length;
    const text = field.text.slice(0, index) + key + field.text.slice(index);
    Object.assign(field, formatKeystroke(plain, { text, caret: index + 1 }, field.text));
  }
  expect(field).toEqual({ text: '+9198765', caret: undefined });
});

it.each([
  ['+9198765', '|+9198765', '7', '+917|98765'],
  ['+9198765', '+|9198765', '7', '+917|98765'],
  ['+9198765', '+9198|765', '7', '+91987|765'],
  ['+9198765', '+91|98765', '7', '+917|98765'],
  ['+91', '|+91', '9876543210', '+919876543210|'],
  ['+91', '|+91', '+91 98765 43210', '+919876543210|'],
])('with %s, what is typed or pasted at %s (%s) gives %s', (previous, at, inserted, expected) => {
  const index = at.indexOf('|');
  const text = previous.slice(0, index) + inserted + previous.slice(index);
  const { text: value, caret = value.length } = formatKeystroke(
    plain,
    { text, caret: index + inserted.length },
    previous,
  );
  expect(`${value.slice(0, caret)}|${value.slice(caret)}`).toBe(expected);
});
