import { useEffect, useRef } from 'react';

const optional = /font-display:\s*optional/;

/**
 * Applies the optional fonts of the document that loaded too late for its first screen. Chromium never shows such a font
 * in the same document, unless its rule is new: the rule is replaced by the same rule with `font-display: swap`, and the
 * file comes from the cache. Fonts that have not loaded yet stay as they are.
 */
function applyLateFonts(): void {
  const isLoaded = [...document.fonts].every(({ display, status }) => display !== 'optional' || status !== 'loading');
  if (!isLoaded) return;
  for (const sheet of document.styleSheets) {
    // Rules of style sheets from other origins cannot be read.
    if (sheet.href) continue;
    for (const [index, rule] of [...sheet.cssRules].entries()) {
      const text = rule.cssText;
      if (!text.startsWith('@font-face') || !optional.test(text)) continue;
      sheet.deleteRule(index);
      sheet.insertRule(text.replace(optional, 'font-display: swap'), index);
    }
  }
}

/**
 * Applies late fonts when the path changes: a new screen is laid out anyway.
 *
 * @param pathname Path of the current screen.
 */
export function useLateFonts(pathname: string): void {
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current && 'fonts' in document) applyLateFonts();
  }, [pathname]);
}
