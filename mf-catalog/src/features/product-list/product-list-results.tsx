import { Navigate } from '@shop/router/router';
import { Button, Stack, styled, Typography } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { Ref } from 'react';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import { Pagination } from './pagination/pagination';
import { type ProductListAddress, productListUrl } from './product-list-address';
import type { ProductListState } from './use-product-list';

/** Skeleton cards while the list is on its way. Specification 9. */
const skeletonCards = 12;

const Results = styled('section')(({ theme }) => ({
  '&:focus': { outline: 'none' },
  '& > ul': { transition: theme.transitions.create('opacity') },
  '&[aria-busy=true] > ul': { opacity: 0.45 },
}));

export interface ProductListResultsProps {
  state: ProductListState;
  address: ProductListAddress;
  onClearFilters: () => void;
  /** Takes the focus after a page was turned. */
  results: Ref<HTMLElement>;
}

/** What became of asking for the products. Specification 2 and 8. */
export function ProductListResults({ state, address, onClearFilters, results }: ProductListResultsProps) {
  switch (state.kind) {
    case 'loading':
      return <ProductGridSkeleton count={skeletonCards} columns={address.columns} />;
    case 'failed':
      return (
        <LoadFailure
          message="Failed to load products. Please try again."
          // The specification's button reloads the page, not only the list.
          onRetry={() => window.location.reload()}
        />
      );
    case 'empty':
      return (
        <Stack spacing={3} sx={{ alignItems: 'center', textAlign: 'center', py: 10 }}>
          <Typography role="status">No products found with the selected filters.</Typography>
          {address.parentCategory && (
            <Button variant="outlined" onClick={onClearFilters}>
              Clear Filters
            </Button>
          )}
        </Stack>
      );
    case 'past-the-end':
      return <Navigate to={productListUrl({ ...address, page: state.lastPage })} replace />;
    case 'ready':
      return (
        <>
          <Results ref={results} tabIndex={-1} aria-label="Products" aria-busy={state.isUpdating}>
            <VisuallyHidden as="h2">Products</VisuallyHidden>
            <ProductGrid
              // Other products are another grid: one that is in both lists would jump to its new place, a layout shift.
              key={state.products.map(({ id }) => id).join()}
              products={state.products}
              columns={address.columns}
              hasPriority
            />
          </Results>
          <Pagination
            page={address.page}
            shownPage={state.page}
            total={state.total}
            urlOf={(page) => productListUrl({ ...address, page })}
          />
        </>
      );
  }
}
