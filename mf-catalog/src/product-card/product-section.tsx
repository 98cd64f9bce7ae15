import type { Product } from '@shop/api-contract/decoders/product';
import { Typography, type TypographyProps } from '@shop/ui/core';
import { useId } from 'react';
import { ProductGrid, ProductGridSkeleton } from './product-grid';
import * as styles from './product-section.module.css';

interface ProductSectionProps {
  title: string;
  /** Size of the heading. It is an `h2` always. */
  variant: TypographyProps['variant'];
  /** Left out while the products load. */
  products: readonly Product[] | undefined;
}

/** Shows a heading and a grid of four columns. While the products load it has the height of one row. */
export function ProductSection({ title, variant, products }: ProductSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography variant={variant} component="h2" id={titleId} className={styles.title}>
        {title}
      </Typography>
      {products ? <ProductGrid products={products} columns={4} /> : <ProductGridSkeleton count={4} columns={4} />}
    </section>
  );
}
