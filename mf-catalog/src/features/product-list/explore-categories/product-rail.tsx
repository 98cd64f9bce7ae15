import { useTexts } from '@shop/language/texts';
import { ProductSection } from '../../../product-card/product-section';
import * as styles from './explore-categories.module.css';
import { useProductRail } from './use-product-rail';

/** Shows some products of the shop, or the featured ones. It is empty when they do not load. Interpretation 4. */
export function ProductRail({ isFeatured }: { isFeatured: boolean }) {
  const state = useProductRail(isFeatured);
  const t = useTexts();
  if (state.kind === 'none') return null;
  return (
    <div className={styles.rail}>
      <ProductSection
        title={isFeatured ? t('Featured Products') : t('From the collection')}
        variant="h2"
        products={state.kind === 'ready' ? state.products : undefined}
      />
    </div>
  );
}
