import { useTexts } from '@shop/language/texts';
import { type ComponentType, lazy, Suspense } from 'react';
import { useIsHydrated } from '../base/device-state';
import * as styles from './preferred-language.module.css';

const LanguageOffer = lazy(() =>
  import(/* webpackChunkName: "after-start" */ './language-offer').then(
    (code): { default: ComponentType<{ code: string }> } => ({ default: code.LanguageOffer }),
    // An exception here would unmount the whole shop.
    () => ({ default: () => null }),
  ),
);

/**
 * Offers the page in the language that the shopper or the device prefers to the one of the page. A script of the document has found
 * that language before the first paint, and the style sheet has reserved the space of the offer.
 */
export function PreferredLanguage() {
  const { languages } = useTexts();
  const isHydrated = useIsHydrated();
  if (languages.length === 0) return null;
  const code = isHydrated && document.documentElement.dataset.offer;
  return (
    <div className={styles.space}>
      {code && (
        <Suspense fallback={null}>
          <LanguageOffer code={code} />
        </Suspense>
      )}
    </div>
  );
}
