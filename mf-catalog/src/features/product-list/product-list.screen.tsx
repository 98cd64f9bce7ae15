import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { useRef } from 'react';
import { Breadcrumbs } from '../../breadcrumbs/breadcrumbs';
import { CategoryLinks } from '../../category/category-links';
import { ListForm } from './list-form';
import { ListSelect, ListToolbar } from './list-toolbar';
import * as styles from './product-list.module.css';
import {
  getCanonicalListUrl,
  getListHeading,
  isRefined,
  noFilters,
  type ProductListAddress,
} from './product-list-address';
import { ProductListResults, ResultCount } from './product-list-results';
import { useProductList, useSubCategories } from './use-product-list';
import { useScrollOnPageChange } from './use-scroll-on-page-change';

/** Shows one page of the products of a category. Specification 2 "Products page". */
export function ProductListScreen({ address }: { address: ProductListAddress }) {
  const { info } = useStoreInfo();
  const { category, parentCategory } = address;
  const subCategories = useSubCategories(category, parentCategory);
  const { state, filters } = useProductList(address);
  const results = useRef<HTMLElement>(null);
  useScrollOnPageChange(address, results);
  const heading = getListHeading(address);
  const isFiltered = isRefined(address);
  const categoryName = getListHeading({ category, parentCategory: '' });
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead
        title={address.page > 1 ? `${heading}, page ${address.page}` : heading}
        description={[`${heading}.`, info?.description].filter(Boolean).join(' ')}
        canonical={getCanonicalListUrl(address)}
        image={state.kind === 'ready' ? state.products[0]?.image : undefined}
        isPrivate={isFiltered || state.kind === 'empty' || state.kind === 'past-last-page'}
      />
      <Breadcrumbs
        items={[
          { name: categoryName, path: urls.productList({ category }) },
          ...(parentCategory ? [{ name: parentCategory, path: urls.productList({ category, parentCategory }) }] : []),
        ]}
      />
      <div className={styles.heading}>
        <PageHeading>{heading}</PageHeading>
      </div>
      <ListToolbar address={address} filters={filters}>
        <ListSelect label="Sub-category" name="parentCategory" value={parentCategory}>
          <option value="">All</option>
          {subCategories.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </ListSelect>
      </ListToolbar>
      {isFiltered && <ResultCount state={state} />}
      <ProductListResults
        state={state}
        address={address}
        // The specification's button reloads the whole page.
        failure={{ message: 'Failed to load products. Please try again.', onRetry: () => window.location.reload() }}
        empty={
          <div className={styles.empty}>
            <Typography role="status">No products found with the selected filters.</Typography>
            {(parentCategory || isFiltered) && (
              <ListForm address={{ ...address, ...noFilters, parentCategory: '', page: 1 }}>
                <Button type="submit" variant="outlined">
                  Clear Filters
                </Button>
              </ListForm>
            )}
          </div>
        }
        results={results}
      />
      <CategoryLinks title="All categories" current={category} />
    </Container>
  );
}
