import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { useRef } from 'react';
import { ProductRail } from '../../product-rail/product-rail';
import { relatedCount, useRelatedProducts } from './use-related-products';

/**
 * Shows other products of the category, or nothing when there are none. They load in the browser when the shopper comes near.
 * Until then placeholders keep their space.
 */
export function RelatedProducts({ product }: { product: Product }) {
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  const { products, isLoading } = useRelatedProducts(product, section);
  if (products?.length === 0) return null;
  return (
    <ProductRail
      ref={section}
      title={t('You may also like')}
      products={products}
      isLoading={isLoading}
      length={relatedCount}
      hasPrices
    />
  );
}
