import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { capDensity } from '../pictures/cap-density';
import { ProductCard } from './product-card';
import * as styles from './product-grid.module.css';

/** Columns of the grid from 768 px. Phones always show two columns. */
export type GridColumns = 2 | 3 | 4;

/** On phones the margins of the page and the gap between two cards take 48 px. */
const phoneSize = capDensity('calc(50vw - 24px)');

/** Rendered widths of a card's picture by number of columns. The container is at most 1440 px wide. */
export const slotSizes: Record<GridColumns, string> = {
  2: `(min-width: 1440px) 680px, (min-width: 768px) calc(50vw - 40px), ${phoneSize}`,
  3: `(min-width: 1440px) 443px, (min-width: 768px) calc(33.3vw - 37px), ${phoneSize}`,
  4: `(min-width: 1440px) 333px, (min-width: 768px) calc(25vw - 27px), ${phoneSize}`,
};

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
            sizes={slotSizes[columns]}
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
