import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import { findVisibleFields, isComplete } from './field-visibility';

const names = (fields: ReturnType<typeof findVisibleFields>) => fields.map(({ name }) => name);

describe('findVisibleFields', () => {
  const upi = aField({ name: 'upi' });
  const phone = aField({ name: 'phone', type: 'tel' });
  const gift = aField({ name: 'gift', type: 'checkbox' });
  const note = aField({ name: 'note', showWhenFilled: ['upi', 'phone', 'gift', 'nowhere'] });
  const all = [note, upi, phone, gift];

  it('hides a field until at least one field of showWhenFilled is filled [3.field-07 5.payment-01]', () => {
    expect(names(findVisibleFields(all, { upi: '', phone: '', gift: 'false', note: '' }))).toEqual([
      'upi',
      'phone',
      'gift',
    ]);
    expect(names(findVisibleFields(all, { upi: 'a', phone: '', gift: 'false', note: '' }))).toEqual(names(all));
    expect(names(findVisibleFields(all, { upi: '', phone: '', gift: 'true', note: '' }))).toContain('note');
  });

  it('counts blanks, a phone of only +91 and an unchecked checkbox as empty [R.24-1]', () => {
    expect(names(findVisibleFields(all, { upi: '  ', phone: '+91', gift: 'false', note: '' }))).not.toContain('note');
  });

  it('hides a chain of fields when its first field is empty', () => {
    const bank = aField({ name: 'bank', showWhenFilled: ['upi'] });
    const branch = aField({ name: 'branch', showWhenFilled: ['bank'] });
    const chain = [upi, bank, branch];
    expect(names(findVisibleFields(chain, { upi: 'a', bank: 'b', branch: '' }))).toEqual(['upi', 'bank', 'branch']);
    expect(names(findVisibleFields(chain, { upi: '', bank: 'b', branch: '' }))).toEqual(['upi']);
  });

  it('terminates when fields depend on each other', () => {
    const a = aField({ name: 'a', showWhenFilled: ['b'] });
    const b = aField({ name: 'b', showWhenFilled: ['a'] });
    expect(findVisibleFields([a, b], { a: '', b: '' })).toEqual([]);
    expect(findVisibleFields([a, b], { a: 'x', b: 'y' })).toEqual([a, b]);
  });
});

describe('isComplete', () => {
  const rules = { required: true };
  it('requires every required field to be filled, and no optional field [5.payment-04 R.24-1]', () => {
    const form = [aField({ name: 'a', rules }), aField({ name: 'b' }), aField({ name: 'c', type: 'checkbox', rules })];
    expect(isComplete(form, { a: 'x', b: '', c: 'true' })).toBe(true);
    expect(isComplete(form, { a: 'x', b: '', c: 'false' })).toBe(false);
    expect(isComplete(form, { a: ' ', b: 'y', c: 'true' })).toBe(false);
    expect(isComplete([aField({ name: 'p', type: 'tel', rules })], { p: '+91' })).toBe(false);
    expect(isComplete([], {})).toBe(true);
  });
});
