import { Navigate } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { MouseEvent, Ref } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import { ListForm } from './list-toolbar';
import { Pagination } from './pagination/pagination';
import { getProductListUrl, type ProductListAddress } from './product-list-address';
import * as styles from './product-list-results.module.css';
import type { ProductListState } from './use-product-list';

/** Skeleton cards while the list loads. Specification 9. */
const skeletonCards = 12;

export interface ProductListResultsProps {
  state: ProductListState;
  address: ProductListAddress;
  onClearFilters: () => void;
  /** Receives the results, which take the focus after a page change. */
  results: Ref<HTMLElement>;
}

/** Shows the products, or the loading, empty or error state of the list. Specification 2 and 8. */
export function ProductListResults({ state, address, onClearFilters, results }: ProductListResultsProps) {
  switch (state.kind) {
    case 'loading':
      return <ProductGridSkeleton count={skeletonCards} columns={address.columns} />;
    case 'failed':
      return (
        <LoadFailure
          message="Failed to load products. Please try again."
          // The specification's button reloads the whole page.
          onRetry={() => window.location.reload()}
        />
      );
    case 'empty':
      return (
        <div className={styles.empty}>
          <Typography role="status">No products found with the selected filters.</Typography>
          {address.parentCategory && (
            <ListForm address={{ ...address, parentCategory: '', page: 1 }}>
              <Button
                type="submit"
                variant="outlined"
                onClick={(event: MouseEvent) => {
                  event.preventDefault();
                  onClearFilters();
                }}
              >
                Clear Filters
              </Button>
            </ListForm>
          )}
        </div>
      );
    case 'past-last-page':
      return <Navigate to={getProductListUrl({ ...address, page: state.lastPage })} replace />;
    case 'ready':
      return (
        <>
          <section
            ref={results}
            className={styles.results}
            tabIndex={-1}
            aria-label="Products"
            aria-busy={state.isUpdating}
          >
            <VisuallyHidden component="h2">Products</VisuallyHidden>
            <ProductGrid
              // The key replaces the grid when the products change. Without it a product that is in both lists would move to
              // its new place, which is a layout shift.
              key={state.products.map(({ id }) => id).join()}
              products={state.products}
              columns={address.columns}
              hasPriority
            />
          </section>
          <Pagination
            page={address.page}
            shownPage={state.page}
            total={state.total}
            getPageUrl={(page) => getProductListUrl({ ...address, page })}
          />
        </>
      );
  }
}
