import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import * as styles from './featured-products.module.css';
import { Section } from './section';
import { useFeaturedProducts } from './use-featured-products';

/** Skeleton cards while the products load. Specification 9. */
const skeletonCards = 4;

/** Shows products of the first category of store information. Specification 2 and 4 "Featured products". */
export function FeaturedProducts() {
  const viewAll = (
    <Button component={Link} to={urls.productList()} className={styles.viewAll}>
      View All
    </Button>
  );
  return (
    <Section title="Featured Products" aside={viewAll}>
      <FeaturedProductsContent />
    </Section>
  );
}

function FeaturedProductsContent() {
  const state = useFeaturedProducts();
  switch (state.kind) {
    case 'loading':
      return <ProductGridSkeleton count={skeletonCards} columns={4} />;
    case 'empty':
      return (
        <Typography tone="secondary" className={styles.empty}>
          No featured products available at the moment.
        </Typography>
      );
    case 'ready':
      return <ProductGrid products={state.products} columns={4} />;
  }
}
