import { useTexts } from '@shop/language/texts';
import { getLocale, localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { useLocation } from '@shop/router/router';
import { lazy, Suspense } from 'react';
import { useIsHydrated } from '../base/device-state';

/** Key of the chosen language in localStorage. */
const storageKey = 'language';

function readChoice(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Remembers a language on the device. Without storage, the address still has it. */
export function rememberChoice(language: string): void {
  try {
    window.localStorage.setItem(storageKey, language);
  } catch {
    // The device stores nothing.
  }
}

/** Gives the name of a language in that language: हिन्दी. */
const nameLanguage = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** A link to the current page in another language. It loads a document. */
export function LanguageLink({ code, className }: { code: string; className: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <a
      className={className}
      href={localizePath(code, pathname) + search}
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

/** The language that the shopper has chosen, or else prefers by the settings of the device. */
function findPreferred(languages: readonly string[]): string | undefined {
  const wanted = [readChoice() ?? '', ...navigator.languages].map((tag) => tag.replace(/-.*/, ''));
  return wanted.find((code) => languages.includes(code));
}

const LanguageOffer = lazy(async () => ({
  default: (await import(/* webpackChunkName: "language-offer" */ './language-offer')).LanguageOffer,
}));

/** Offers the page in the language that the shopper or the device prefers to the one of the page. */
export function PreferredLanguage() {
  const { language, languages } = useTexts();
  const isHydrated = useIsHydrated();
  if (!isHydrated || languages.length === 0) return null;
  const preferred = findPreferred([sourceLanguage, ...languages]);
  if (!preferred || preferred === language) return null;
  return (
    <Suspense fallback={null}>
      <LanguageOffer code={preferred} />
    </Suspense>
  );
}
