import { aPaymentFieldOnScreen as aField } from '@shop/testing/builders';
import { isComplete, visibleFields } from './field-visibility';

const names = (fields: ReturnType<typeof visibleFields>) => fields.map(({ name }) => name);

describe('visibleFields', () => {
  const upi = aField({ name: 'upi' });
  const phone = aField({ name: 'phone', type: 'tel' });
  const gift = aField({ name: 'gift', type: 'checkbox' });
  const note = aField({ name: 'note', showWhenFilled: ['upi', 'phone', 'gift', 'nowhere'] });
  const all = [note, upi, phone, gift];

  it('hides a field until at least one of the fields it waits for is filled [3.field-07 5.payment-01]', () => {
    expect(names(visibleFields(all, { upi: '', phone: '', gift: 'false', note: '' }))).toEqual([
      'upi',
      'phone',
      'gift',
    ]);
    expect(names(visibleFields(all, { upi: 'a', phone: '', gift: 'false', note: '' }))).toEqual(names(all));
    expect(names(visibleFields(all, { upi: '', phone: '', gift: 'true', note: '' }))).toContain('note');
  });

  it('counts blanks, a bare +91 and an unchecked box as empty [R.24-1]', () => {
    expect(names(visibleFields(all, { upi: '  ', phone: '+91', gift: 'false', note: '' }))).not.toContain('note');
  });

  it('hides a chain with its first field', () => {
    const bank = aField({ name: 'bank', showWhenFilled: ['upi'] });
    const branch = aField({ name: 'branch', showWhenFilled: ['bank'] });
    const chain = [upi, bank, branch];
    expect(names(visibleFields(chain, { upi: 'a', bank: 'b', branch: '' }))).toEqual(['upi', 'bank', 'branch']);
    expect(names(visibleFields(chain, { upi: '', bank: 'b', branch: '' }))).toEqual(['upi']);
  });

  it('ends when fields wait for each other', () => {
    const one = aField({ name: 'one', showWhenFilled: ['two'] });
    const two = aField({ name: 'two', showWhenFilled: ['one'] });
    expect(visibleFields([one, two], { one: '', two: '' })).toEqual([]);
    expect(visibleFields([one, two], { one: 'a', two: 'b' })).toEqual([one, two]);
  });
});

describe('isComplete', () => {
  const rules = { required: true };
  it('wants every required field filled, and nothing of the others [5.payment-04 R.24-1]', () => {
    const form = [aField({ name: 'a', rules }), aField({ name: 'b' }), aField({ name: 'c', type: 'checkbox', rules })];
    expect(isComplete(form, { a: 'x', b: '', c: 'true' })).toBe(true);
    expect(isComplete(form, { a: 'x', b: '', c: 'false' })).toBe(false);
    expect(isComplete(form, { a: ' ', b: 'y', c: 'true' })).toBe(false);
    expect(isComplete([aField({ name: 'p', type: 'tel', rules })], { p: '+91' })).toBe(false);
    expect(isComplete([], {})).toBe(true);
  });
});
