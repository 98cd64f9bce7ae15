import { useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { useId } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../../../product-card/product-grid';
import * as styles from './explore-categories.module.css';
import { useProductRail } from './use-product-rail';

/** Shows some products of the shop, or the featured ones. It is empty when they do not load. Interpretation 4. */
export function ProductRail({ isFeatured = false }: { isFeatured?: boolean }) {
  const state = useProductRail(isFeatured);
  const t = useTexts();
  const titleId = useId();
  if (state.kind === 'none') return null;
  return (
    <section className={styles.rail} aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId} className={styles.railTitle}>
        {isFeatured ? t('Featured Products') : t('From the collection')}
      </Typography>
      {state.kind === 'loading' ? (
        <ProductGridSkeleton count={4} columns={4} />
      ) : (
        <ProductGrid products={state.products} columns={4} />
      )}
    </section>
  );
}
