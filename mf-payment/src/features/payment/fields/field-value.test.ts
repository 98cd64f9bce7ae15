import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import {
  findMissingFields,
  findVisibleFields,
  formatRequestFields,
  formatRequestValue,
  getInitialValues,
  getValueName,
  maxValueLength,
  valueOnBlur,
  valueOnChange,
} from './field-value';

const phone = aField({ type: 'tel' });
const box = aField({ type: 'checkbox' });
const options = [
  { label: 'HDFC Bank', value: 'hdfc' },
  { label: 'SBI', value: 'sbi' },
];

describe('getInitialValues', () => {
  const first = (more: Parameters<typeof aField>[0]) => getInitialValues([aField({ name: 'f', ...more })])['payment-f'];

  it.each([
    [{}, ''],
    [{ defaultValue: 'Asha' }, 'Asha'],
    [{ type: 'checkbox' as const }, 'false'],
    [{ type: 'checkbox' as const, defaultValue: 'true' }, 'true'],
    [{ type: 'select' as const, options, defaultValue: 'sbi' }, 'sbi'],
    [{ type: 'select' as const, options, defaultValue: 'gone' }, ''],
    [{ mask: '99/99', defaultValue: '1230' }, '12/30'],
    [{ defaultValue: 'x'.repeat(5000) }, 'x'.repeat(maxValueLength)],
    [{ type: 'tel' as const, rules: { required: true } }, '+91'],
    [{ type: 'tel' as const }, ''],
    [{ type: 'tel' as const, defaultValue: '098765 43210' }, '+919876543210'],
  ])('gives field %# its default value by its type [3.field-06 5.payment-09]', (more, expected) =>
    expect(first(more)).toBe(expected),
  );

  it('names the values so that a form can hold them, whatever the fields are called', () => {
    const fields = ['__proto__', 'constructor', 'card.number[0]', 'a.1', 'ǵ'].map((name) => aField({ name }));
    const values = getInitialValues(fields);
    expect(Object.keys(values)).toEqual([
      'payment-__proto__',
      'payment-constructor',
      'payment-card~46~number~91~0~93~',
      'payment-a~46~1',
      'payment-~501~',
    ]);
    expect(Object.keys(formatRequestFields(fields, values))).toEqual(fields.map(({ name }) => name));
  });
});

it('valueOnChange and valueOnBlur leave choices unchanged, and valueOnBlur closes a mask', () => {
  expect(valueOnChange(aField({ type: 'select', options, mask: '99' }), 'hdfc')).toBe('hdfc');
  expect(valueOnBlur(box, 'true')).toBe('true');
  expect(valueOnBlur(aField({ mask: '(99)' }), '(12')).toBe('(12)');
  expect(valueOnBlur(aField({ type: 'tel', rules: { required: true } }), '+91')).toBe('+91');
});

it('valueOnChange reads the digits of every script in a mask', () => {
  expect(valueOnChange(aField({ mask: '9999 9999' }), '４१११-१२३४')).toBe('4111 1234');
});

it.each([
  [aField(), ' a ', 'a'],
  [aField({ type: 'password' }), ' a ', ' a '],
  [phone, '+91', ''],
  [box, '', 'false'],
  [box, 'true', 'true'],
  [
    aField({ name: 'upiId', rules: { required: false, pattern: '^[a-z]{2,}@[a-z]{2,}$' } }),
    'UPI: asha @ bank\u200b',
    'asha@bank',
  ],
  [
    aField({ name: 'upiId', rules: { required: false, pattern: '^[a-z]{2,}@[a-z]{2,}$' } }),
    'asha@gmail.com',
    'asha@gmail.com',
  ],
  [aField({ type: 'email' }), 'mailto:asha@example.com', 'asha@example.com'],
  [aField({ type: 'password', rules: { required: true, pattern: '^[0-9]{3}$' } }), '१२३', '123'],
  [aField({ type: 'number', rules: { required: false, pattern: '^[0-9]{1,6}$' } }), '₹2,000', '2000'],
  [aField({ rules: { required: false, pattern: '^[0-9]{2}$' } }), 'two', 'two'],
])('formatRequestValue formats the value of field %#: %p [5.payment-15]', (field, value, expected) =>
  expect(formatRequestValue(field, value)).toBe(expected),
);

/** Values of a form by the names of its fields. */
const aForm = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [getValueName({ name }), value]));

describe('findVisibleFields', () => {
  const upi = aField({ name: 'upi' });
  const phone = aField({ name: 'phone', type: 'tel' });
  const gift = aField({ name: 'gift', type: 'checkbox' });
  const note = aField({ name: 'note', showWhenFilled: ['upi', 'phone', 'gift', 'nowhere'] });
  const bank = aField({ name: 'bank', showWhenFilled: ['upi'] });
  const branch = aField({ name: 'branch', showWhenFilled: ['bank'] });
  const a = aField({ name: 'a', showWhenFilled: ['b'] });
  const b = aField({ name: 'b', showWhenFilled: ['a'] });
  const empty = { upi: '  ', phone: ' +91 ', gift: 'false', note: '' };

  it.each([
    ['hides a field while all fields of its list are empty', [note, upi, phone, gift], empty, 'upi phone gift'],
    [
      'shows a field when one of its list is filled',
      [note, upi, phone, gift],
      { ...empty, upi: 'a' },
      'note upi phone gift',
    ],
    ['shows a field when a box of its list is checked', [note, gift], { ...empty, gift: 'true' }, 'note gift'],
    ['shows a field when a phone of its list has a digit', [note, phone], { ...empty, phone: '+919' }, 'note phone'],
    ['shows a chain of fields', [upi, bank, branch], { upi: 'a', bank: 'b', branch: '' }, 'upi bank branch'],
    ['hides a chain whose first field is empty', [upi, bank, branch], { upi: '', bank: 'b', branch: '' }, 'upi'],
    ['hides empty fields that depend on each other', [a, b], { a: '', b: '' }, ''],
    ['shows filled fields that depend on each other', [a, b], { a: 'x', b: 'y' }, 'a b'],
  ])('%s [3.field-07 5.payment-01 R.24-1]', (_title, fields, values, names) => {
    const visible = findVisibleFields(fields, aForm(values as Record<string, string>));
    expect(visible.map(({ name }) => name).join(' ')).toBe(names);
  });
});

it('findMissingFields lists the required fields that are empty, and no optional field [5.payment-04 R.24-1]', () => {
  const rules = { required: true };
  const form = [aField({ name: 'a', rules }), aField({ name: 'b' }), aField({ name: 'c', type: 'checkbox', rules })];
  const findMissing = (values: Record<string, string>) =>
    findMissingFields(form, aForm(values)).map(({ name }) => name);
  expect(findMissing({ a: 'x', b: '', c: 'true' })).toEqual([]);
  expect(findMissing({ a: 'x', b: '', c: 'false' })).toEqual(['c']);
  expect(findMissing({ a: ' ', b: 'y', c: 'true' })).toEqual(['a']);
});
