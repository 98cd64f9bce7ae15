import { useTexts } from '@shop/language/texts';
import { Navigate } from '@shop/router/router';
import { Typography } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { Pagination } from '@shop/ui/pagination';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { ReactNode, Ref } from 'react';
import { pageSize } from '../../api/page-size';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import { getProductListUrl, needsSearch, type ProductListAddress } from './product-list-address';
import * as styles from './product-list-results.module.css';
import type { ProductListState } from './use-product-list';

/** Skeleton cards while the list loads. Specification 9. */
const skeletonCards = 12;

export interface ProductListResultsProps {
  state: ProductListState;
  address: ProductListAddress;
  /** The message of a failure, and what its button does. */
  failure: { message: string; onRetry: () => void };
  /** What a list without products shows. */
  empty: ReactNode;
  /** Receives the results, which take the focus after a page change. */
  results: Ref<HTMLElement>;
}

/** Shows the products, or the loading, empty or error state of the list. Specification 2 and 8. */
export function ProductListResults({ state, address, failure, empty, results }: ProductListResultsProps) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <ProductGridSkeleton count={skeletonCards} columns={address.columns} />;
    case 'failed':
      return <LoadFailure {...failure} />;
    case 'empty':
      return empty;
    case 'past-last-page':
      return <Navigate to={getProductListUrl({ ...address, page: state.lastPage })} replace />;
    case 'ready':
      return (
        <>
          <section
            ref={results}
            className={styles.results}
            tabIndex={-1}
            aria-label={t('Products')}
            aria-busy={state.isUpdating}
          >
            <VisuallyHidden component="h2">{t('Products')}</VisuallyHidden>
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
            pageSize={pageSize}
            formatRange={(range) => t('Showing {from} to {to} of {total} items', range)}
            getPageUrl={(page) => getProductListUrl({ ...address, page })}
            // The number of products above a search announces itself.
            isAnnounced={!needsSearch(address)}
          />
        </>
      );
  }
}

/** Shows and announces the number of products that match. It is empty while they load, and without products. */
export function ResultCount({ state }: { state: ProductListState }) {
  const t = useTexts();
  const total = state.kind === 'ready' && !state.isUpdating ? state.total : 0;
  return (
    <Typography role="status" variant="body2" tone="secondary" className={styles.count}>
      {total > 0 && t('{count, plural, one {# product} other {# products}}', { count: total })}
    </Typography>
  );
}
