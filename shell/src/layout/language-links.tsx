import { useTexts } from '@shop/language/texts';
import { getLocale, localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { useLocation } from '@shop/router/router';
import { IconButton } from '@shop/ui/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useIsHydrated } from '../base/device-state';
import * as styles from './language-links.module.css';

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
function rememberChoice(language: string): void {
  try {
    window.localStorage.setItem(storageKey, language);
  } catch {
    // The device stores nothing.
  }
}

/** Gives the name of a language in that language: हिन्दी. */
const nameLanguage = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** A link to the current page in another language. It loads a document. */
function LanguageLink({ code, className }: { code: string; className: string | undefined }) {
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

/**
 * Offers the page in the language that the device prefers. It covers the end of the page and moves nothing. A shopper who closes it
 * is not asked again.
 */
export function LanguageOffer() {
  const t = useTexts();
  const [isClosed, setIsClosed] = useState(false);
  const isHydrated = useIsHydrated();
  if (!isHydrated || isClosed || t.languages.length === 0) return null;
  const preferred = findPreferred([sourceLanguage, ...t.languages]);
  if (!preferred || preferred === t.language) return null;
  const close = () => {
    rememberChoice(t.language);
    setIsClosed(true);
  };
  return (
    <aside className={styles.offer} aria-label={t('Language')}>
      {t('This page is also in:')} <LanguageLink code={preferred} className={styles.link} />
      <IconButton aria-label={t('Close')} color="inherit" onClick={close}>
        <X size={20} aria-hidden />
      </IconButton>
    </aside>
  );
}
