import type { Product } from '@shop/api-contract/decoders/product';
import type { SlotProps } from '@shop/remote-contract/slots';
import { useState } from 'react';
import { catalogApi, popularQuery } from '../../api/catalog.endpoints';
import { companionsApi } from '../../api/companions.endpoints';

/** Products of the section: one row, two on phones. */
const maxSuggestions = 4;

export interface Suggestions {
  /** `companions` go with the products of the screen. */
  kind: 'companions' | 'popular';
  /** Up to four. Undefined while they load, and empty after a failure. */
  products: readonly Product[] | undefined;
}

/**
 * Gives products that go with those of the screen, or popular products for a screen without any. They stay as they are when a product
 * is added to the cart, so that its card keeps place and focus. A cart that becomes empty gets popular products.
 */
export function useSuggestions({ productIds }: SlotProps['screen.suggestions']): Suggestions {
  const [companionsOf, setCompanionsOf] = useState(productIds);
  if (productIds.length === 0 && companionsOf.length > 0) setCompanionsOf(productIds);
  const isPopular = companionsOf.length === 0;
  const companions = companionsApi.useCatalogCompanionsQuery(companionsOf, { skip: isPopular });
  const popular = catalogApi.useCatalogProductsQuery(popularQuery, { skip: !isPopular });
  const products = isPopular ? popular.currentData?.products : companions.currentData;
  const { isError } = isPopular ? popular : companions;
  return {
    kind: isPopular ? 'popular' : 'companions',
    products: isError && !products ? [] : products?.slice(0, maxSuggestions),
  };
}
