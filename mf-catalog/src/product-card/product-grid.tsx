import type { Product } from '@shop/api-contract/decoders/product';
import { Skeleton, styled } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ProductCard } from './product-card';

/** Columns of the grid from 768 px. Phones always show two columns. */
export type GridColumns = 2 | 3 | 4;

/** Rendered widths of a card's picture by number of columns. The container is at most 1440 px wide. */
const slotSizes: Record<GridColumns, string> = {
  2: '(min-width: 1440px) 680px, 47vw',
  3: '(min-width: 1440px) 443px, (min-width: 768px) 30vw, 46vw',
  4: '(min-width: 1440px) 333px, (min-width: 768px) 22vw, 46vw',
};

const Grid = styled('ul', { shouldForwardProp: (prop) => prop !== 'columns' })<{ columns: GridColumns }>(
  ({ theme, columns }) => ({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: theme.spacing(4, 2),
    margin: 0,
    padding: 0,
    listStyle: 'none',
    [theme.breakpoints.up('md')]: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gap: theme.spacing(6, columns === 4 ? 2.5 : 4),
    },
  }),
);

export interface ProductGridProps {
  products: readonly Product[];
  columns: GridColumns;
  /** True when the first picture is the largest element of the page above the fold. */
  hasPriority?: boolean;
}

/** Shows products as cards in a grid. */
export function ProductGrid({ products, columns, hasPriority = false }: ProductGridProps) {
  return (
    <Grid columns={columns}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} sizes={slotSizes[columns]} isPriority={hasPriority && index === 0} />
        </li>
      ))}
    </Grid>
  );
}

const Slot = styled('div')({ aspectRatio: '4 / 5', marginBottom: 12, '& > *': { height: '100%' } });

export interface ProductGridSkeletonProps {
  /** Number of placeholder cards. */
  count: number;
  columns: GridColumns;
}

/** The placeholder of a grid that loads. */
export function ProductGridSkeleton({ count, columns }: ProductGridSkeletonProps) {
  return (
    <>
      <VisuallyHidden role="status">Loading products</VisuallyHidden>
      <Grid columns={columns} aria-hidden>
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <li key={index}>
            <Slot>
              <Skeleton variant="rounded" />
            </Slot>
            <Skeleton width="40%" />
            <Skeleton width="80%" />
            <Skeleton width="30%" />
          </li>
        ))}
      </Grid>
    </>
  );
}
