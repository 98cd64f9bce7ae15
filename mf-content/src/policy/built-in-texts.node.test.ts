/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { policySlugs } from '@shop/remote-contract/urls';
import { loadBuiltInText } from './built-in-texts';

const folder = path.join(__dirname, 'texts');
const languages = readdirSync(folder);
const translations = languages.filter((language) => language !== sourceLanguage);
const parts = [...policySlugs, 'contact'] as const;

type Part = (typeof parts)[number];

const read = (language: string, part: Part) => readFileSync(path.join(folder, language, `${part}.html`), 'utf8');

const list = (text: string, pattern: RegExp) => text.match(pattern) ?? [];

/** Splits a translation into its note on the English version and the text, without the note. */
function splitNote(text: string): [note: string, text: string] {
  const start = text.indexOf('<h2 ');
  return [text.slice(0, start), text.slice(start)];
}

it.each(languages)('the folder %s has every policy and the contact details', (language) => {
  const files = parts.map((part) => `${part}.html`);
  expect(readdirSync(path.join(folder, language)).sort()).toEqual([...files].sort());
  for (const part of parts) expect(read(language, part).trim()).not.toBe('');
});

it.each(translations)('each policy in %s begins with a link to its binding English version', (language) => {
  for (const slug of policySlugs) {
    const [note] = splitNote(read(language, slug));
    expect(list(note, /<[^>]+>/g)).toEqual(['<p>', `<a hreflang="en" href="/${slug}">`, '</a>', '</p>']);
  }
});

it.each(translations)('each text in %s has the structure of the English one', (language) => {
  for (const part of parts) {
    const english = read(sourceLanguage, part);
    const text = part === 'contact' ? read(language, part) : splitNote(read(language, part))[1];
    for (const pattern of [
      // Headings with their ids, lists and links.
      /<[^>]+>/g,
      // Names of storage keys.
      /<li>[a-z][\w:-]*: /g,
    ])
      expect(list(text, pattern)).toEqual(list(english, pattern));
    // Words have another order in another language.
    for (const pattern of [/\{\{\w+\}\}/g, /\d+/g])
      expect(list(text, pattern).sort()).toEqual(list(english, pattern).sort());
    expect(list(text, /<[^>]+>[^<\s][^<]*/g)).toHaveLength(list(english, /<[^>]+>[^<\s][^<]*/g).length);
  }
});

it.each(languages)('a policy in %s comes with the contact details in this language', async (language) => {
  expect(await loadBuiltInText(language, 'terms')).toEqual({
    language,
    policy: read(language, 'terms'),
    contact: read(language, 'contact'),
  });
});

it('a language without texts gets the English ones', async () => {
  expect(await loadBuiltInText('ta', 'terms')).toEqual(await loadBuiltInText(sourceLanguage, 'terms'));
});
