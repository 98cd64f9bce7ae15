import { useTexts } from '@shop/language/texts';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { lazy, Suspense } from 'react';
import { useIsHydrated } from '../base/device-state';
import { choiceKey } from './language-links';

function readChoice(): string | null {
  try {
    return window.localStorage.getItem(choiceKey);
  } catch {
    return null;
  }
}

/** The language that the shopper has chosen, or else prefers by the settings of the device. */
function findPreferred(languages: readonly string[]): string | undefined {
  const wanted = [readChoice() ?? '', ...navigator.languages].map((tag) => tag.replace(/-.*/, ''));
  return wanted.find((code) => languages.includes(code));
}

const LanguageOffer = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-start" */ './language-offer')).LanguageOffer,
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
