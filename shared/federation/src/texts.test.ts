import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listLanguages, listTexts, readCatalog } from './texts';

test.each([
  ["t('Add to Cart')", ['Add to Cart']],
  ["t(\"It's here\") + t('It\\'s \\u20b9')", ["It's here", "It's ₹"]],
  ["t.rich('Read <a>terms</a>', {})", ['Read <a>terms</a>']],
  [
    "t(\n  '{count, plural, one {# item} other {# items}}', { count })",
    ['{count, plural, one {# item} other {# items}}'],
  ],
  ["t('Line one\\nLine two')", ['Line one\nLine two']],
  ['t(`Add to Cart`)', ['Add to Cart']],
  ["const shown = <p title={t('Cart')}>{isOpen && t(/* label */ 'Open')}</p>", ['Cart', 'Open']],
  ["t('Regular', { value: /t\\('Wrong'\\)/ }); const code = \"t('Wrong')\"", ['Regular']],
  ["const label = text('Paid'); t(label); t('Paid')", ['Paid']],
  ["/**\n * @example t('Paid')\n */\n// t('Open')\nt('Cart')", ['Cart']],
  // Other calls whose name ends with the same letters.
  ["import('./a'); test('b'); get('c'); response.text(); context('d')", []],
])('the texts of %s are %j', (source, texts) => {
  expect(listTexts(source)).toEqual(texts);
});

test('a file without JSX may have type assertions', () => {
  expect(listTexts("t(<string>text('Paid'))", 'label.ts')).toEqual(['Paid']);
});

test('the catalogues of a package are its files, and a wrong file says what is wrong', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'texts-'));
  expect(listLanguages(folder)).toEqual([]);
  expect(readCatalog(folder, 'hi')).toEqual({});
  mkdirSync(path.join(folder, 'src/texts'), { recursive: true });
  writeFileSync(path.join(folder, 'src/texts/hi.json'), '{"Cart":"कार्ट"}');
  writeFileSync(path.join(folder, 'src/texts/ta.json'), '{"Cart":1}');
  expect(listLanguages(folder)).toEqual(['hi', 'ta']);
  expect(readCatalog(folder, 'hi')).toEqual({ Cart: 'कार्ट' });
  expect(() => readCatalog(folder, 'ta')).toThrow(/ta\.json is not an object with a text for each English text/);
});
