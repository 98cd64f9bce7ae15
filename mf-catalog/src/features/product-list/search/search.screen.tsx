import { useTexts } from '@shop/language/texts';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, TextLink, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { useRef } from 'react';
import { Breadcrumbs } from '../../../breadcrumbs/breadcrumbs';
import { CategoryLinks } from '../../../category/category-links';
import { translateCategory } from '../../../category/category-name';
import { ProductRail } from '../explore-categories/product-rail';
import { ListSelect, ListToolbar } from '../list-toolbar';
import { getProductListUrl, isRefined, noFilters, type ProductListAddress } from '../product-list-address';
import { ProductListResults, ResultCount } from '../product-list-results';
import { type FilterState, useProductList } from '../use-product-list';
import { useScrollOnPageChange } from '../use-scroll-on-page-change';
import * as styles from './search.module.css';
import { SearchForm } from './search-form';

/** Finds products by words, sorted and filtered. The screen is an addition to the specification. */
export function SearchScreen({ address }: { address: ProductListAddress }) {
  const t = useTexts();
  const { q = '' } = address;
  const { state, filters, retry } = useProductList(address, q === '');
  const results = useRef<HTMLElement>(null);
  useScrollOnPageChange(address, results);
  const heading = q ? t('Results for “{words}”', { words: q }) : t('Search');
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead title={heading} canonical={urls.search()} isPrivate={q !== ''} />
      <Breadcrumbs items={[{ name: t('Search'), path: urls.search() }]} />
      <PageHeading>{heading}</PageHeading>
      <SearchForm address={address} onSubmit={() => results.current?.focus()} />
      {q === '' ? (
        <>
          <CategoryLinks title={t('Popular categories')} />
          <ProductRail />
        </>
      ) : (
        <>
          <ListToolbar address={address} filters={filters}>
            <CategorySelect category={address.category} filters={filters} />
          </ListToolbar>
          <ResultCount state={state} address={address} />
          <ProductListResults
            state={state}
            address={address}
            failure={{ message: t('The search did not work. Please try again.'), onRetry: retry }}
            empty={<NothingFound address={address} />}
            results={results}
          />
          <CategoryLinks title={t('All categories')} />
        </>
      )}
    </Container>
  );
}

/** Selects the category of the products to find. Its options are the categories of the products found. */
function CategorySelect({ category, filters }: { category: string; filters: FilterState }) {
  const t = useTexts();
  const found = filters.kind === 'ready' ? filters.search.facets.categories : [];
  const isMissing = category !== '' && found.every(({ value }) => value !== category);
  return (
    <ListSelect label={t('Category')} name="category" value={category}>
      <option value="">{t('All')}</option>
      {isMissing && <option value={category}>{translateCategory(t, category, category)}</option>}
      {found.map(({ value, count }) => (
        <option key={value} value={value}>
          {translateCategory(t, value, value)} ({count})
        </option>
      ))}
    </ListSelect>
  );
}

/** Helps a shopper whose search finds nothing. */
function NothingFound({ address }: { address: ProductListAddress }) {
  const t = useTexts();
  const isFiltered = isRefined({ ...address, sort: undefined }) || address.category !== '';
  return (
    <div className={styles.nothing}>
      <Typography role="status">{t('No products found for “{words}”.', { words: address.q ?? '' })}</Typography>
      <Typography tone="secondary">
        {t.language !== sourceLanguage || /(?!\p{Script=Latin})\p{L}/u.test(address.q ?? '')
          ? t('The names of products are in English. Try an English word, or choose a category.')
          : t('Check the spelling, or try fewer or more general words.')}
      </Typography>
      {isFiltered && (
        <TextLink
          component={Link}
          to={getProductListUrl({ ...address, ...noFilters, category: '', page: 1 })}
          underline="always"
        >
          {t('Search without filters')}
        </TextLink>
      )}
      <ProductRail />
    </div>
  );
}
