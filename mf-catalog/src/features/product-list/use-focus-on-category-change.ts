import { useNavigationType } from '@shop/router/router';
import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the page to the top and the focus to `<main>` when the category changes; the new heading then takes the focus. The
 * shell does the same for a new path, but a change of category keeps the path. The shell handles Back and Forward.
 *
 * @param category Category of the URL. Empty on the screen that explores categories.
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
