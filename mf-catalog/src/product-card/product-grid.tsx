import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { cardPictureSizes, type GridColumns } from '../pictures/picture-sizes';
import { ProductCard } from './product-card';
import * as styles from './product-grid.module.css';

export interface ProductGridProps {
  products: readonly Product[];
  columns: GridColumns;
  /** True when the first row is above the fold. Its first picture loads before all others. */
  hasPriority?: boolean;
}

/** Shows products as cards in a grid. */
export function ProductGrid({ products, columns, hasPriority = false }: ProductGridProps) {
  return (
    <ul className={styles.grid} data-columns={columns}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            sizes={cardPictureSizes[columns]}
            isPriority={hasPriority && index === 0}
            isLazy={!hasPriority || index >= columns}
          />
        </li>
      ))}
    </ul>
  );
}

/** The placeholder of a grid that loads, with `count` cards. */
export function ProductGridSkeleton({ count, columns }: { count: number; columns: GridColumns }) {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading products')}</VisuallyHidden>
      <ul className={styles.grid} data-columns={columns} aria-hidden>
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <li key={index}>
            <div className={styles.slot}>
              <Skeleton variant="rounded" />
            </div>
            <Skeleton width="40%" />
            <Skeleton width="80%" />
            <Skeleton width="30%" />
          </li>
        ))}
      </ul>
    </>
  );
}
