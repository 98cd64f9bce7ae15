import { useNavigationType } from '@shop/router/router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { getProductListUrl, type ProductListAddress } from './product-list-address';

/**
 * Scrolls smoothly to the top when the page changes, and moves the focus to the products, so that the Tab key continues
 * there. The shell restores the scroll position on Back and Forward.
 *
 * @see Specification 2 "Products page"
 */
export function useScrollOnPageChange(address: ProductListAddress, results: RefObject<HTMLElement | null>) {
  const navigation = useNavigationType();
  const { page } = address;
  const list = getProductListUrl({ ...address, page: 1, columns: 3 });
  const shown = useRef({ page, list });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, list };
    if (before.page === page || navigation === 'POP') return;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
    // A change of the sub-category or of a filter keeps the focus on its control.
    if (before.list === list) results.current?.focus({ preventScroll: true });
  }, [page, list, navigation, results]);
}

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
