import createCache from '@emotion/cache';
import { CacheProvider } from '@shop/ui/controls';
import type { ReactNode } from 'react';

// The container is not in the document. jsdom would otherwise parse every rule and search all rules in each role query.
const cache = createCache({ key: 'css', container: document.createElement('div') });

/** Keeps Emotion's styles out of the test's document. Tests check roles and texts, and run several times as fast. */
export function DetachedEmotionCache({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
