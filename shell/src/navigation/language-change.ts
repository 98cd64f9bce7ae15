import { createTexts, type PageLanguage } from '@shop/language/texts';
import type { AppStore } from '@shop/store/create-app-store';
import { isKeptInStorage } from '../offline/kept-in-storage';

/**
 * Asks the shopper before a link to another language loads a document that would not find the cart or the session of the page. A
 * browser that blocks storage, or has no space left, keeps them in memory only.
 *
 * @param language Language of the page, with its texts.
 * @returns A function that ends it.
 */
export function confirmLanguageChange({ getState }: AppStore, language: PageLanguage): () => void {
  const t = createTexts(language);
  const ask = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a[hreflang]');
    // The page stays open beside a new tab.
    if (!isLink || event.metaKey || event.ctrlKey || event.shiftKey || isKeptInStorage(getState())) return;
    const question = t(
      'Your browser has not stored your cart or your sign-in. The page in the other language opens without it. Continue?',
    );
    if (window.confirm(question)) return;
    // The link must not remember the language.
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  window.addEventListener('click', ask, { capture: true });
  return () => window.removeEventListener('click', ask, { capture: true });
}
