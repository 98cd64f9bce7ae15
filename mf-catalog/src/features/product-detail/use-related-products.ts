import type { Product } from '@shop/api-contract/decoders/product';
import { type RefObject, useEffect, useState } from 'react';
import { catalogApi } from '../../api/catalog.endpoints';

/** Maximum number of related products. */
export const relatedCount = 4;

/** Distance in CSS pixels from the window at which the products load. */
const nearby = 400;

/**
 * Loads the first products of the category of a product when an element comes near the window. Products of the same
 * sub-category come first. The request is the one of the product list, whose response is often in the cache.
 *
 * @returns The products, which are undefined until they have loaded, and empty without a category and after a failure. It loads
 *   only while a request runs, not while it waits for the shopper.
 */
export function useRelatedProducts(
  { id, category, parentCategory }: Product,
  element: RefObject<HTMLElement | null>,
): { products?: readonly Product[]; isLoading: boolean } {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setNear((was) => was || entries.some(isIntersecting)), {
      rootMargin: `${nearby}px`,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  const query = { category: category.toLowerCase(), parentCategory: '', page: 1 };
  const { currentData, isFetching, isError } = catalogApi.useCatalogProductsQuery(query, {
    skip: !isNear || category === '',
  });
  if (category === '' || isError) return { products: [], isLoading: false };
  if (!currentData) return { isLoading: isFetching };
  const others = currentData.products.filter((product) => product.id !== id);
  const rank = (product: Product) => (product.parentCategory === parentCategory ? 0 : 1);
  return { products: others.sort((a, b) => rank(a) - rank(b)).slice(0, relatedCount), isLoading: false };
}

const isIntersecting = (entry: IntersectionObserverEntry) => entry.isIntersecting;
