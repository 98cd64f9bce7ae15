import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import {
  formatRequestValue,
  getInitialValues,
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
  const first = (more: Parameters<typeof aField>[0]) => getInitialValues([aField({ name: 'f', ...more })]).f;

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

  it('keeps values of fields named like properties of every object', () => {
    const values = getInitialValues([
      aField({ name: '__proto__', defaultValue: 'a' }),
      aField({ name: 'constructor' }),
    ]);
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'a'],
      ['constructor', ''],
    ]);
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
