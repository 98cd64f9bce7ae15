/** Language of the texts in the code. Its pages have no prefix in their address. */
export const sourceLanguage = 'en';

/** A path of the shop and the language of its page. */
export interface LocalizedPath {
  /** BCP 47 tag: `en`, `hi`. */
  language: string;
  /** Path without the language, as remotes know it: `/product/7`. */
  pathname: string;
}

/**
 * Reads the language from a path. Gateway and shell call this function, so that remotes know no language in an address.
 *
 * @param languages Languages of the shop besides English.
 * @example splitLanguage('/hi/product/7', ['hi']) // { language: 'hi', pathname: '/product/7' }
 */
export function splitLanguage(pathname: string, languages: readonly string[] = []): LocalizedPath {
  const [, first = ''] = pathname.split('/', 2);
  if (!languages.includes(first)) return { language: sourceLanguage, pathname };
  return { language: first, pathname: pathname.slice(first.length + 1) || '/' };
}

/** Gives the prefix of a language's addresses: `/hi`; empty for English. */
export const getLanguagePrefix = (language: string): string => (language === sourceLanguage ? '' : `/${language}`);

/**
 * Gives the path of a page in a language.
 *
 * @example localizePath('hi', '/') // '/hi'
 */
export function localizePath(language: string, pathname: string): string {
  const prefix = getLanguagePrefix(language);
  return prefix && pathname === '/' ? prefix : prefix + pathname;
}

/** Gives the locale of a language for `Intl` and `<html lang>`: the shop is in India. */
export const getLocale = (language: string): string => (language.includes('-') ? language : `${language}-IN`);

/** Languages that are written from right to left. */
const rightToLeft = /^(ar|fa|he|ks|sd|ur)\b/;

/** Gives the direction of a language's script. */
export const getDirection = (language: string): 'ltr' | 'rtl' => (rightToLeft.test(language) ? 'rtl' : 'ltr');

/** Gives the file with the texts of a screen, of a slot or of the shell, relative to the base of its release. */
export const getTextsFile = (part: string, language: string): string => `texts/${part}.${language}.json`;
