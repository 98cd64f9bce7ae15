import { closeMask, formatByMask } from './input-mask';

describe('formatByMask', () => {
  it.each([
    ['1234', '99/99', '12/34'],
    ['12/34', '99/99', '12/34'],
    ['12-34', '99/99', '12/34'],
    ['1', '99/99', '1'],
    ['12', '99/99', '12'],
    ['12/', '99/99', '12/'],
    ['123', '99/99', '12/3'],
    ['12345678', '99/99', '12/34'],
    ['ab12', '99/99', '12'],
    ['1234567812345678', '0000 0000 0000 0000', '1234 5678 1234 5678'],
    ['12', '##', '12'],
    ['abcde1234f', 'aaaaa9999a', 'abcde1234f'],
    ['1abc', 'aa', 'ab'],
    ['é1', 'a9', 'é1'],
    ['x-1', '**', 'x1'],
    ['5551234', '(999) 999-9', '(555) 123-4'],
    ['123', '1-99', '1-23'],
    ['', '99', ''],
    ['anything', '', 'anything'],
    ['12', '--', ''],
  ])('formats %p by mask %p as %p [R.31-2]', (text, mask, expected) => expect(formatByMask(text, mask)).toBe(expected));

  it('is idempotent', () => {
    for (const text of ['1', '12', '123', '1234567', '98 76']) {
      const once = formatByMask(text, '+(99) 99-9a');
      expect(formatByMask(once, '+(99) 99-9a')).toBe(once);
    }
  });

  it('lets Backspace remove every character, including fixed ones', () => {
    let text = formatByMask('1234', '99/99');
    const seen: string[] = [];
    while (text !== '') {
      text = formatByMask(text.slice(0, -1), '99/99');
      seen.push(text);
    }
    expect(seen).toEqual(['12/3', '12/', '12', '1', '']);
  });
});

describe('closeMask', () => {
  it('appends the ending of a full mask only', () => {
    expect(closeMask('(12', '(99)')).toBe('(12)');
    expect(closeMask('(1', '(99)')).toBe('(1');
    expect(closeMask('(12)', '(99)')).toBe('(12)');
    expect(closeMask('12', '99')).toBe('12');
    expect(closeMask('12', '')).toBe('12');
  });
});
