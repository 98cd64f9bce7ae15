import { useNavigationType } from '@shop/router/router';
import { useLayoutEffect, useRef } from 'react';

/**
 * Another category is another screen, though its path is the same: the page starts at the top and the focus goes to
 * `<main>`, from where the new heading takes it, as the shell does for a new path. Back and Forward are the shell's.
 *
 * @param category Empty where the categories themselves are shown.
 */
export function useFocusOnCategoryChange(category: string): void {
  const navigation = useNavigationType();
  const shown = useRef(category);
  useLayoutEffect(() => {
    if (shown.current === category) return;
    shown.current = category;
    if (navigation === 'POP') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [category, navigation]);
}
