import { useNavigationType } from '@shop/router/router';
import { type RefObject, useEffect, useRef } from 'react';
import type { ProductListAddress } from './product-list-address';

/**
 * After a page was turned the screen scrolls smoothly to the top, and the focus goes to the products, so that the Tab
 * key continues there. Back and Forward return to where the shopper was, which the shell sees to.
 * Specification 2 "Products page".
 *
 * @param results What takes the focus.
 */
export function useScrollOnPageChange(
  { page, parentCategory }: ProductListAddress,
  results: RefObject<HTMLElement | null>,
) {
  const navigation = useNavigationType();
  const shown = useRef({ page, parentCategory });
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, parentCategory };
    if (before.page === page || navigation === 'POP') return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    // A change of the sub-category leaves the focus on the selector.
    if (before.parentCategory === parentCategory) results.current?.focus({ preventScroll: true });
  }, [page, parentCategory, navigation, results]);
}
