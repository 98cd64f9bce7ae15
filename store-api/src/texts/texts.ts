import { formatMessage } from '@shop/language/format-message';
import { getLocale, sourceLanguage } from '@shop/remote-contract/languages';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import hi from './hi.json';

/** Translations by language, and by their English text. */
const catalogs: Readonly<Record<string, Readonly<Record<string, string>>>> = { hi };

/** Languages of the texts for shoppers, besides English. */
export const languages = Object.keys(catalogs);

/** Schema of the request header, for the API document. */
export const LanguageHeaders = Type.Object({
  'accept-language': Type.Optional(
    Type.String({
      description: `Language of the texts for the shopper: ${languages.map((language) => `\`${language}\``).join(', ')}. Any other value gives English, also a list such as \`en-IN,hi;q=0.8\`, which a browser sends by itself.`,
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
  return (message, values = {}) =>
    formatMessage<string>(catalog[message] ?? message, values, getLocale(language)).join('');
}
