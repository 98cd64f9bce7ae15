import { type Catalog, translateMessage } from '@shop/language/format-message';
import { sourceLanguage } from '@shop/remote-contract/languages';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import hi from './hi.json';

/** Translations by language, and by their English text. */
const catalogs: Readonly<Record<string, Catalog>> = { hi };

/** Languages of the texts for shoppers, besides English. */
export const languages = Object.keys(catalogs);

/** Schema of the request header, for the API document. */
export const LanguageHeaders = Type.Object({
  'accept-language': Type.Optional(
    Type.String({
      description: `Language of the shopper's page: \`${languages.join('` or `')}\`. Any other value gives English. A browser's own list, such as en-IN,hi;q=0.8, is another value.`,
    }),
  ),
});

/** Reads the language of a request: the header Accept-Language when it is exactly one of the languages, else English. */
export const readLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  languages.find((language) => language === headers['accept-language']) ?? sourceLanguage;

/** Translates an English text in ICU MessageFormat. It is a literal, as in the pages of the shop. */
export type Texts = (message: string, values?: Readonly<Record<string, string | number>>) => string;

/** Creates the function that gives texts for shoppers in a language. Another language than `languages` gives English. */
export function createTexts(language: string): Texts {
  const catalog = catalogs[language] ?? {};
  return (message, values) => translateMessage<string>(message, values, catalog, language).join('');
}

/** Replaces line breaks and other control characters: a text of somebody else must not imitate another line, or steer a terminal. */
export function toLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
