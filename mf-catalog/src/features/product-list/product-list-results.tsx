import { useTexts } from '@shop/language/texts';
import { Navigate } from '@shop/router/router';
import { Typography } from '@shop/ui/core';
import { LoadFailure } from '@shop/ui/load-failure';
import { Pagination } from '@shop/ui/pagination';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type ReactNode, type Ref, useState } from 'react';
import { pageSize } from '../../api/page-size';
import { ProductGrid, ProductGridSkeleton } from '../../product-card/product-grid';
import {
  getDefaultSort,
  getProductListUrl,
  needsSearch,
  type ProductListAddress,
  sortLabels,
} from './product-list-address';
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

/**
 * Shows and announces the number of products that match a search or filters. It is empty while they load, and without products. A
 * change of the order is announced with the number, once.
 */
export function ResultCount({ state, address }: { state: ProductListState; address: ProductListAddress }) {
  const t = useTexts();
  const isShown = needsSearch(address);
  const sort = address.sort ?? getDefaultSort(address.q !== undefined);
  const [firstSort] = useState(sort);
  const [isSorted, setIsSorted] = useState(false);
  if (sort !== firstSort && !isSorted) setIsSorted(true);
  // The pages of a list without order and filters announce themselves.
  const total = state.kind === 'ready' && !(isShown && state.isUpdating) ? state.total : 0;
  const count = t('{count, plural, one {# product} other {# products}}', { count: total });
  return (
    <Typography
      role={isShown ? 'status' : undefined}
      aria-live="polite"
      aria-atomic
      variant="body2"
      tone="secondary"
      className={isShown ? styles.count : undefined}
    >
      {isShown && total > 0 && <span>{count}</span>}
      {isSorted && total > 0 && (
        <VisuallyHidden>{`${isShown ? '' : count}. ${t('Sort by')}: ${t(sortLabels[sort])}`}</VisuallyHidden>
      )}
    </Typography>
  );
}
