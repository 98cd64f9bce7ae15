import createCache from '@emotion/cache';
import { CacheProvider } from '@shop/ui/core';
import type { ReactNode } from 'react';

// Attached to no document: jsdom would parse every rule and look through all of them for every role it is asked for.
const cache = createCache({ key: 'css', container: document.createElement('div') });

/** Keeps Emotion's styles out of the test's document: tests look at roles and texts, and run several times as fast. */
export function DetachedEmotionCache({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
