import { getLocale, sourceLanguage } from '@shop/remote-contract/languages';
import { createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from 'react';
import { type Catalog, type MessageValues, translateMessage } from './format-message';

export { type Catalog, text } from './format-message';

/** The language of a page. The shell provides it, with the catalogue of the shell and of the screen. */
export interface PageLanguage {
  /** BCP 47 tag: `en`, `hi`. */
  code: string;
  catalog: Catalog;
  /** Languages of the shop besides English. Default: none. */
  languages?: readonly string[];
}

export const LanguageContext = createContext<PageLanguage>({ code: sourceLanguage, catalog: {} });

/** Names that a message needs: `'name' | 'count'` for `'{name}: {count, plural, one {# item} other {# items}}'`. */
type NamesOf<Message extends string> = Message extends `${string}{${infer Argument}}${infer Rest}`
  ? NameOf<Argument> | NamesOf<Rest>
  : never;
type NameOf<Argument extends string> = Argument extends `${infer Name},${string}` ? WordOf<Name> : WordOf<Argument>;
/** Branches of a plural contain a space or `#`, names do not. */
type WordOf<Name extends string> = Name extends `${string}${' ' | '#' | '{' | '<'}${string}` | '' ? never : Name;

/** Values by name, checked against the message. A message that is not a literal takes any values. */
type ValuesOf<Message extends string> = string extends Message
  ? [values?: Readonly<Record<string, string | number>>]
  : [NamesOf<Message>] extends [never]
    ? []
    : [values: Readonly<Record<NamesOf<Message>, string | number>>];

/** Gives texts in the language of the page. */
export interface Texts {
  /**
   * Translates an English text. A text without a translation stays English.
   *
   * @param message Message in ICU MessageFormat. It is a literal, or a text that `text` has marked.
   */
  <const Message extends string>(message: Message, ...values: ValuesOf<Message>): string;
  /**
   * Translates a text with elements in it.
   *
   * @example t.rich('Read our <link>terms</link>', { link: (content) => <Link to="/terms">{content}</Link> })
   */
  rich: (message: string, values: MessageValues<ReactNode>) => ReactNode;
  /** BCP 47 tag of the page: `en`, `hi`. */
  language: string;
  /** Locale for `Intl`: `en-IN`, `hi-IN`. */
  locale: string;
  /**
   * Value of `lang` for elements with texts of the store API, which are English in every language. Undefined in an English page,
   * which needs no attribute.
   */
  dataLanguage: string | undefined;
  /** Languages of the shop besides English. */
  languages: readonly string[];
}

/**
 * Creates the function that gives texts of a language. Components use `useTexts`.
 *
 * @example createTexts({ code: 'hi', catalog: { 'Add to Cart': 'कार्ट में डालें' }, languages: ['hi'] })('Add to Cart')
 */
export function createTexts({ code, catalog, languages = [] }: PageLanguage): Texts {
  const format = <Node>(message: string, values?: MessageValues<Node>) =>
    translateMessage(message, values, catalog, code);
  const translate = (message: string, values?: Readonly<Record<string, string | number>>) =>
    format<string>(message, values).join('');
  return Object.assign(translate as Texts, {
    rich: (message: string, values: MessageValues<ReactNode>): ReactNode =>
      createElement(Fragment, null, ...format<ReactNode>(message, values)),
    language: code,
    locale: getLocale(code),
    dataLanguage: code === sourceLanguage ? undefined : sourceLanguage,
    languages,
  });
}

/**
 * Gives the texts of the page's language. English texts stand in the code, word for word as specified. Their translations stand in
 * `src/texts/<language>.json` of the package. Without the shell, as in a test, texts are English.
 *
 * @example
 * const t = useTexts();
 * return <button>{t('Add {name} to Cart', { name })}</button>;
 * @see docs/decisions/0067
 */
export function useTexts(): Texts {
  const language = useContext(LanguageContext);
  return useMemo(() => createTexts(language), [language]);
}
