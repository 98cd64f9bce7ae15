import { render } from '@testing-library/react';
import { IntlMessageFormat } from 'intl-messageformat';
import { formatMessage } from './format-message';
import { createTexts, LanguageContext, text, useTexts } from './texts';

const catalog = {
  'Add {name} to Cart': '{name} को कार्ट में डालें',
  '{count, plural, one {# item} other {# items}}': '{count, plural, one {# वस्तु} other {# वस्तुएँ}}',
  'Read our <link>terms</link>': 'हमारी <link>शर्तें</link> पढ़ें',
};

function Example() {
  const t = useTexts();
  return (
    <p lang={t.dataLanguage}>
      {t('Add {name} to Cart', { name: 'Pan' })}, {t('{count, plural, one {# item} other {# items}}', { count: 2 })},{' '}
      {t.rich('Read our <link>terms</link>', { link: (content) => <a href="/terms">{content}</a> })}
    </p>
  );
}

test('a component without the shell shows English texts', () => {
  const { container } = render(<Example />);
  expect(container.innerHTML).toBe('<p>Add Pan to Cart, 2 items, Read our <a href="/terms">terms</a></p>');
});

test('a component shows the texts of the catalogue, and says that data is English', () => {
  const { container } = render(
    <LanguageContext value={{ code: 'hi', catalog, languages: ['hi'] }}>
      <Example />
    </LanguageContext>,
  );
  expect(container.innerHTML).toBe('<p lang="en">Pan को कार्ट में डालें, 2 वस्तुएँ, हमारी <a href="/terms">शर्तें</a> पढ़ें</p>');
});

test('a text without a translation stays English with English plural forms', () => {
  const t = createTexts({ code: 'hi', catalog: {}, languages: ['hi'] });
  // Hindi uses the form `one` for zero.
  expect(t('{count, plural, one {# pan} other {# pans}}', { count: 0 })).toBe('0 pans');
  expect(t(text('toString'))).toBe('toString');
});

test('a text without values stays as it is, whatever its signs', () => {
  const t = createTexts({ code: 'hi', catalog: { 'Pots <2 l>': 'बर्तन <2 l>' } });
  const names: string[] = ['<html> {', 'Pots <1 l>', '{}'];
  expect(names.map((name) => t(name))).toEqual(names);
  expect(t(text('Pots <2 l>'))).toBe('बर्तन <2 l>');
});

test('the compiler checks the values of a literal message', () => {
  const t = createTexts({ code: 'en', catalog: {} });
  // @ts-expect-error A value is missing.
  expect(t('Add {name} to Cart')).toBe('Add {name} to Cart');
  // @ts-expect-error The message has no such name.
  expect(t('Add {name} to Cart', { product: 'Pan' })).toBe('Add {name} to Cart');
  // @ts-expect-error The message takes no values.
  expect(t('Add to Cart', { name: 'Pan' })).toBe('Add to Cart');
});

/** Each message with its values. The reference is the formatter of FormatJS. */
test.each([
  ['No names', {}],
  ["It's {name}'s turn", { name: 'Asha' }],
  ['{count, plural, =0 {Empty} one {# item} other {# items}} of {total}', { count: 0, total: 5 }],
  ['{count, plural, =0 {Empty} one {# item} other {# items}} of {total}', { count: 1, total: 5 }],
  ['{count, plural, =0 {Empty} one {# item} other {# items}} of {total}', { count: 123456, total: 5 }],
  ['{count, plural, one {<b>#</b> item of {name}} other {<b>#</b> items of {name}}}', { count: 3, name: 'Asha' }],
  ['A <a>link with <b>bold {name}</b></a> # 5 & 3', { name: 'text' }],
])('formats %s with %j as FormatJS does', (message, data) => {
  const tag = (name: string) => (content: unknown[]) => `<${name}>${content.join('')}</${name}>`;
  const values = { ...data, a: tag('a'), b: tag('b') };
  for (const locale of ['en-IN', 'hi-IN'])
    expect(formatMessage(message, values, locale).join('')).toBe(
      [new IntlMessageFormat(message, locale).format(values)].flat().join(''),
    );
});

test('an unfinished message ends and shows what it has', () => {
  for (const message of ['{', '{name', '{count, plural', '{count, plural, one {', '<a>', '<', '5 < 6', '</a>', '}'])
    expect(typeof formatMessage(message, { count: 1 }, 'en-IN').join('')).toBe('string');
});
