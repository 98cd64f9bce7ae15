import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { useRef } from 'react';
import { Breadcrumbs } from '../../breadcrumbs/breadcrumbs';
import { CategoryLinks } from '../../category/category-links';
import { getCategoryLanguage, translateCategory } from '../../category/category-name';
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
  const t = useTexts();
  const { info } = useStoreInfo();
  const categories = info?.categories ?? [];
  const { category, parentCategory } = address;
  const subCategories = useSubCategories(address);
  const { state, filters } = useProductList(address);
  const results = useRef<HTMLElement>(null);
  useScrollOnPageChange(address, results);
  const heading = getListHeading(address, t);
  const isFiltered = isRefined(address);
  const categoryName = getListHeading({ category, parentCategory: '' }, t);
  const isDataName = (name: string) => getCategoryLanguage(t, name) !== undefined;
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead
        title={address.page > 1 ? t('{list}, page {number}', { list: heading, number: address.page }) : heading}
        description={[t('{list}.', { list: heading }), info?.description].filter(Boolean).join(' ')}
        canonical={getCanonicalListUrl(address, categories)}
        image={state.kind === 'ready' ? state.products[0]?.image : undefined}
        isPrivate={isFiltered || state.kind === 'empty' || state.kind === 'past-last-page'}
      />
      <Breadcrumbs
        items={[
          {
            name: categoryName,
            path: getCanonicalListUrl({ ...address, parentCategory: '', page: 1 }, categories),
            isData: isDataName(category),
          },
          ...(parentCategory
            ? [
                {
                  name: translateCategory(t, parentCategory, parentCategory),
                  path: urls.productList({ category, parentCategory }),
                  isData: isDataName(parentCategory),
                },
              ]
            : []),
        ]}
      />
      <div className={styles.heading}>
        <PageHeading>
          <span lang={getCategoryLanguage(t, parentCategory || category)}>{heading}</span>
        </PageHeading>
      </div>
      <ListToolbar address={address} filters={filters} isEmpty={state.kind === 'empty'}>
        {(newest) => (
          <ListSelect label={t('Sub-category')} name="parentCategory" value={newest.parentCategory}>
            <option value="">{t('All')}</option>
            {subCategories.map((name) => (
              <option key={name} value={name} lang={getCategoryLanguage(t, name)}>
                {translateCategory(t, name, name)}
              </option>
            ))}
          </ListSelect>
        )}
      </ListToolbar>
      <ResultCount state={state} address={address} />
      <ProductListResults
        state={state}
        address={address}
        // The specification's button reloads the whole page.
        failure={{
          message: t('Failed to load products. Please try again.'),
          onRetry: () => window.location.reload(),
        }}
        empty={
          <div className={styles.empty}>
            <Typography role="status">{t('No products found with the selected filters.')}</Typography>
            {(parentCategory || isFiltered) && (
              <ListForm address={{ ...address, ...noFilters, parentCategory: '', page: 1 }}>
                <Button type="submit" variant="outlined">
                  {t('Clear Filters')}
                </Button>
              </ListForm>
            )}
          </div>
        }
        results={results}
      />
      <CategoryLinks title={t('All categories')} current={category} />
    </Container>
  );
}
