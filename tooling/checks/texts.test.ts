import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import {
  describeMessage,
  findUntranslated,
  formatCatalog,
  formatTextTable,
  getCatalogFile,
  listMissingTexts,
  listShopLanguages,
  listTextPackages,
  listTextSources,
} from './texts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Methods of HTTP are the same in every language. */
const untranslated = ['GET'];
const packages = listTextPackages();
const languages = listShopLanguages(packages);

test('every text that a person reads or hears passes through t or text, in one literal', () => {
  const sources = listTextSources();
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((file) => findUntranslated(file, read(file)).map((text) => ({ file, text })));
  expect(found.filter(({ text }) => !untranslated.includes(text))).toEqual([]);
});

test('every text has a translation in each language', () => {
  expect(languages).toContain('hi');
  // `node tooling/run.mjs texts --write` adds them with an empty value, for translators.
  const missing = packages.flatMap((textPackage) =>
    languages.flatMap((language) =>
      listMissingTexts(textPackage, language).map((text) => `${getCatalogFile(textPackage.folder, language)}: ${text}`),
    ),
  );
  expect(missing).toEqual([]);
});

test('every catalogue has the texts of its package and no others, sorted', () => {
  // Write them with `node tooling/run.mjs texts --write`.
  for (const textPackage of packages)
    for (const language of Object.keys(textPackage.catalogs))
      expect(read(getCatalogFile(textPackage.folder, language))).toBe(formatCatalog(textPackage, language));
});

test('every translation has the arguments and tags of its English text', () => {
  const describe = ([file, text, translation]: string[]) => [file, text, describeMessage(translation ?? '')];
  const pairs = packages.flatMap(({ folder, catalogs }) =>
    Object.entries(catalogs).flatMap(([language, catalog]) =>
      Object.entries(catalog).map(([text, translation]) => [getCatalogFile(folder, language), text, translation]),
    ),
  );
  expect(pairs.map(describe)).toEqual(pairs.map(([file = '', text = '']) => describe([file, text, text])));
});

test.each([
  ['<p>Cart</p>', ['Cart']],
  ['<p>{t("Cart")} &nbsp;2 – </p>', []],
  ["<p>{isOpen ? 'Close' : `Open`}</p>", ['Close', 'Open']],
  ['<button aria-label={name || \'Close\'} className="icon" />', ['Close']],
  ["notify({ title: 'Error', tone: 'plain', description: t('Failed') })", ['Error']],
  ["const labels = { title: text('Paid') }", []],
  // The build does not find these.
  ["t(isOpen ? 'Close' : 'Open')", ['Close', 'Open']],
  ["t.rich('Open' + name, {})", ['Open']],
])('%s has the untranslated texts %j', (source, texts) => {
  expect(findUntranslated('a.tsx', source)).toEqual(texts);
});

test.each([
  ['Cart', ''],
  [
    "{count, plural, one {<b>#</b> item of {name}} other {{kind, select, other {it's}}}}",
    '{b: tag} {count: plural} {kind: select} {name: text}',
  ],
])('the message %s has the parts %j', (message, parts) => {
  expect(describeMessage(message)).toBe(parts);
});

test('a text that is not a message says what is wrong', () => {
  expect(() => describeMessage('Hello {name')).toThrow('"Hello {name" is not a message: EXPECT_ARGUMENT_CLOSING_BRACE');
});

test('the table counts texts and words, and a written catalogue keeps translations, names missing texts and drops surplus ones', () => {
  const catalogs = { hi: { Cart: 'कार्ट', Gone: 'गया' } };
  const textPackage = {
    folder: 'mf-cart',
    texts: ['Cart', '{count, plural, one {# item} other {# items}}', "Your <b>cart</b> isn't {state}"],
    catalogs,
  };
  expect(formatTextTable([textPackage, textPackage], ['hi', 'ta']).split('\n')).toEqual([
    '           Texts   Words      hi      ta',
    'mf-cart        3       6       1       0',
    'mf-cart        3       6       1       0',
    'Together       6      12       2       0',
  ]);
  expect(JSON.parse(formatCatalog(textPackage, 'hi'))).toEqual({
    Cart: 'कार्ट',
    '{count, plural, one {# item} other {# items}}': '',
    "Your <b>cart</b> isn't {state}": '',
  });
});
