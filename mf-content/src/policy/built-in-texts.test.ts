/// <reference types="node" />
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { policySlugs } from '@shop/remote-contract/urls';
import { loadBuiltInTexts, type PolicyTexts } from './built-in-texts';

const languages = readdirSync(path.join(__dirname, 'texts'));
const translations = languages.filter((language) => language !== sourceLanguage);
const parts = [...policySlugs, 'contact'] as const;

const list = (text: string, pattern: RegExp) => text.match(pattern) ?? [];

/** Splits a translation into its note on the English version and the text, without the note. */
function splitNote(text: string): [note: string, text: string] {
  const start = text.indexOf('<h2 ');
  return [text.slice(0, start), text.slice(start)];
}

let english: PolicyTexts;
beforeAll(async () => {
  english = (await loadBuiltInTexts(sourceLanguage)).texts;
});

it.each(languages)('the folder %s has every policy and the contact details', async (language) => {
  const { texts, language: found } = await loadBuiltInTexts(language);
  expect(found).toBe(language);
  expect(Object.keys(texts).sort()).toEqual([...parts].sort());
  for (const part of parts) expect(texts[part].trim()).not.toBe('');
});

it.each(translations)('each policy in %s begins with a link to its binding English version', async (language) => {
  const { texts } = await loadBuiltInTexts(language);
  for (const slug of policySlugs) {
    const [note] = splitNote(texts[slug]);
    expect(list(note, /<[^>]+>/g)).toEqual(['<p>', `<a hreflang="en" href="/${slug}">`, '</a>', '</p>']);
  }
});

it.each(translations)('each text in %s has the structure of the English one', async (language) => {
  const { texts } = await loadBuiltInTexts(language);
  for (const part of parts) {
    const text = part === 'contact' ? texts.contact : splitNote(texts[part])[1];
    for (const pattern of [
      // Headings with their ids, lists and links.
      /<[^>]+>/g,
      // Names of storage keys.
      /<li>[a-z][\w:-]*: /g,
    ])
      expect(list(text, pattern)).toEqual(list(english[part], pattern));
    // Words have another order in another language.
    for (const pattern of [/\{\{\w+\}\}/g, /\d+/g])
      expect(list(text, pattern).sort()).toEqual(list(english[part], pattern).sort());
    expect(list(text, /<[^>]+>[^<\s][^<]*/g)).toHaveLength(list(english[part], /<[^>]+>[^<\s][^<]*/g).length);
  }
});

it('a language without texts gets the English ones', async () => {
  expect(await loadBuiltInTexts('ta')).toEqual({ language: sourceLanguage, texts: english });
});
