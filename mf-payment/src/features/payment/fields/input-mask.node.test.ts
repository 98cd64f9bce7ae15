import { closeMask, formatByMask } from './input-mask';

it.each([
  ['12/34', '99/99', '12/34'],
  ['12-34', '99/99', '12/34'],
  ['12', '99/99', '12'],
  ['12/', '99/99', '12/'],
  ['12345678', '99/99', '12/34'],
  ['ab12', '99/99', '12'],
  ['1234567812345678', '0000 0000 0000 0000', '1234 5678 1234 5678'],
  ['12', '##', '12'],
  ['1abc', 'aa', 'ab'],
  ['é1', 'a9', 'é1'],
  ['x-1', '**', 'x1'],
  ['5551234', '(999) 999-9', '(555) 123-4'],
  ['123', '1-99', '1-23'],
  ['anything', '', 'anything'],
  ['12', '--', ''],
])('formats %p by mask %p as %p [R.31-2]', (text, mask, expected) => expect(formatByMask(text, mask)).toBe(expected));

it('lets Backspace remove every character, including fixed ones', () => {
  let text = formatByMask('1234', '99/99');
  const seen: string[] = [];
  while (text !== '') {
    text = formatByMask(text.slice(0, -1), '99/99');
    seen.push(text);
  }
  expect(seen).toEqual(['12/3', '12/', '12', '1', '']);
});

it.each([
  ['(12', '(99)', '(12)'],
  ['(1', '(99)', '(1'],
  ['(12)', '(99)', '(12)'],
  ['12', '', '12'],
])('closes %p by mask %p as %p', (text, mask, expected) => expect(closeMask(text, mask)).toBe(expected));
