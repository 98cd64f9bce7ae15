import { useTexts } from '@shop/language/texts';
import { getLocale, localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { useLocation } from '@shop/router/router';

/** Key of the chosen language in localStorage. */
export const choiceKey = 'language';

/** Remembers a language on the device. Without storage, the address still has it. */
export function rememberChoice(language: string): void {
  try {
    window.localStorage.setItem(choiceKey, language);
  } catch {
    // The device stores nothing.
  }
}

/** Names of languages in these languages. `Intl.DisplayNames` knows the others, but blocks a phone for 100 ms. */
const names: Readonly<Record<string, string>> = { en: 'English', hi: 'हिन्दी' };

const nameLanguage = (code: string) =>
  names[code] ?? new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** A link to the current page in another language. It loads a document. */
export function LanguageLink({ code, className }: { code: string; className: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  const href = localizePath(code, pathname) + search + hash;
  return (
    <a
      // Hydration keeps the attributes of the document. It has no section, and the document of a private page no query.
      ref={(link) => link?.setAttribute('href', href)}
      className={className}
      href={href}
      hrefLang={getLocale(code)}
      lang={code}
      onClick={() => rememberChoice(code)}
    >
      {nameLanguage(code)}
    </a>
  );
}

/** Links to the current page in the other languages of the shop. A shop with one language has none. */
export function LanguageLinks({ className }: { className: string | undefined }) {
  const { language, languages } = useTexts();
  const others = [sourceLanguage, ...languages].filter((code) => code !== language);
  return others.map((code) => <LanguageLink key={code} code={code} className={className} />);
}
