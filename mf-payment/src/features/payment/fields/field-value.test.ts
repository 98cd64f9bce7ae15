import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import {
  findVisibleFields,
  formatRequestFields,
  formatRequestValue,
  getInitialValues,
  getValueName,
  isComplete,
  isFilled,
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

describe('isFilled', () => {
  it.each([
    [aField(), '', false],
    [aField(), '   ', false],
    [aField(), '0', true],
    [phone, '+91', false],
    [phone, ' +91 ', false],
    [phone, '+919', true],
    [aField(), '+91', true],
    [box, 'false', false],
    [box, '', false],
    [box, 'true', true],
  ])('decides whether field %# is filled by %p: %p [R.24-1]', (field, value, expected) =>
    expect(isFilled(field, value)).toBe(expected),
  );
});

describe('getInitialValues', () => {
  const first = (more: Parameters<typeof aField>[0]) => getInitialValues([aField({ name: 'f', ...more })])['payment-f'];

  it('takes the default value by field type [3.field-06]', () => {
    expect(first({})).toBe('');
    expect(first({ defaultValue: 'Asha' })).toBe('Asha');
    expect(first({ type: 'checkbox' })).toBe('false');
    expect(first({ type: 'checkbox', defaultValue: 'true' })).toBe('true');
    expect(first({ type: 'checkbox', defaultValue: 'yes' })).toBe('false');
    expect(first({ type: 'select', options, defaultValue: 'sbi' })).toBe('sbi');
    expect(first({ type: 'select', options, defaultValue: 'gone' })).toBe('');
    expect(first({ mask: '99/99', defaultValue: '1230' })).toBe('12/30');
    expect(first({ defaultValue: 'x'.repeat(5000) })).toHaveLength(maxValueLength);
  });

  it('prefills +91 in a required phone only, and normalizes a default [5.payment-09]', () => {
    expect(first({ type: 'tel', rules: { required: true } })).toBe('+91');
    expect(first({ type: 'tel' })).toBe('');
    expect(first({ type: 'tel', defaultValue: '098765 43210' })).toBe('+919876543210');
  });

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

describe('valueOnChange and valueOnBlur', () => {
  it('normalizes phones, applies masks and leaves choices unchanged', () => {
    expect(valueOnChange(phone, '98')).toBe('+9198');
    expect(valueOnChange(aField({ mask: '99/99' }), '1230')).toBe('12/30');
    expect(valueOnChange(aField({ type: 'select', options, mask: '99' }), 'hdfc')).toBe('hdfc');
    expect(valueOnChange(aField({ type: 'checkbox', mask: '99' }), 'true')).toBe('true');
  });

  it('clears an optional +91 and keeps other values on blur', () => {
    expect(valueOnBlur(phone, '+91')).toBe('');
    expect(valueOnBlur(aField({ type: 'tel', rules: { required: true } }), '+91')).toBe('+91');
    expect(valueOnBlur(aField({ mask: '(99)' }), '(12')).toBe('(12)');
    expect(valueOnBlur(box, 'true')).toBe('true');
  });
});

describe('formatRequestValue', () => {
  it.each([
    [aField(), ' a ', 'a'],
    [aField({ type: 'password' }), ' a ', ' a '],
    [phone, '+91', ''],
    [box, 'false', 'false'],
    [box, '', 'false'],
    [box, 'true', 'true'],
  ])('formats request value %#: %p [5.payment-15]', (field, value, expected) =>
    expect(formatRequestValue(field, value)).toBe(expected),
  );
});

/** Values of a form by the names of its fields. */
const aForm = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [getValueName({ name }), value]));
const names = (fields: ReturnType<typeof findVisibleFields>) => fields.map(({ name }) => name);

describe('findVisibleFields', () => {
  const upi = aField({ name: 'upi' });
  const phone = aField({ name: 'phone', type: 'tel' });
  const gift = aField({ name: 'gift', type: 'checkbox' });
  const note = aField({ name: 'note', showWhenFilled: ['upi', 'phone', 'gift', 'nowhere'] });
  const all = [note, upi, phone, gift];

  it('hides a field until at least one field of showWhenFilled is filled [3.field-07 5.payment-01]', () => {
    expect(names(findVisibleFields(all, aForm({ upi: '', phone: '', gift: 'false', note: '' })))).toEqual([
      'upi',
      'phone',
      'gift',
    ]);
    expect(names(findVisibleFields(all, aForm({ upi: 'a', phone: '', gift: 'false', note: '' })))).toEqual(names(all));
    expect(names(findVisibleFields(all, aForm({ upi: '', phone: '', gift: 'true', note: '' })))).toContain('note');
  });

  it('counts blanks, a phone of only +91 and an unchecked checkbox as empty [R.24-1]', () => {
    expect(names(findVisibleFields(all, aForm({ upi: '  ', phone: '+91', gift: 'false', note: '' })))).not.toContain(
      'note',
    );
  });

  it('hides a chain of fields when its first field is empty', () => {
    const bank = aField({ name: 'bank', showWhenFilled: ['upi'] });
    const branch = aField({ name: 'branch', showWhenFilled: ['bank'] });
    const chain = [upi, bank, branch];
    expect(names(findVisibleFields(chain, aForm({ upi: 'a', bank: 'b', branch: '' })))).toEqual([
      'upi',
      'bank',
      'branch',
    ]);
    expect(names(findVisibleFields(chain, aForm({ upi: '', bank: 'b', branch: '' })))).toEqual(['upi']);
  });

  it('terminates when fields depend on each other', () => {
    const a = aField({ name: 'a', showWhenFilled: ['b'] });
    const b = aField({ name: 'b', showWhenFilled: ['a'] });
    expect(findVisibleFields([a, b], aForm({ a: '', b: '' }))).toEqual([]);
    expect(findVisibleFields([a, b], aForm({ a: 'x', b: 'y' }))).toEqual([a, b]);
  });
});

describe('isComplete', () => {
  const rules = { required: true };
  it('requires every required field to be filled, and no optional field [5.payment-04 R.24-1]', () => {
    const form = [aField({ name: 'a', rules }), aField({ name: 'b' }), aField({ name: 'c', type: 'checkbox', rules })];
    expect(isComplete(form, aForm({ a: 'x', b: '', c: 'true' }))).toBe(true);
    expect(isComplete(form, aForm({ a: 'x', b: '', c: 'false' }))).toBe(false);
    expect(isComplete(form, aForm({ a: ' ', b: 'y', c: 'true' }))).toBe(false);
    expect(isComplete([aField({ name: 'p', type: 'tel', rules })], aForm({ p: '+91' }))).toBe(false);
    expect(isComplete([], aForm({}))).toBe(true);
  });
});
