import type { FacetValue } from '@shop/api-contract/decoders/product-search';
import { useTexts } from '@shop/language/texts';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { Container, TextLink, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { useRef } from 'react';
import { Breadcrumbs } from '../../../breadcrumbs/breadcrumbs';
import { CategoryLinks } from '../../../category/category-links';
import { findCategory, getCategoryLanguage, translateCategory } from '../../../category/category-name';
import { ListSelect, ListToolbar } from '../list-toolbar';
import {
  getProductListUrl,
  isBlankSearch,
  isRefined,
  noFilters,
  type ProductListAddress,
} from '../product-list-address';
import { ProductListResults, ResultCount } from '../product-list-results';
import { useProductList } from '../use-product-list';
import { useScrollOnPageChange } from '../use-scroll-on-page-change';
import * as styles from './search.module.css';
import { SearchForm } from './search-form';

/** Finds products by words, sorted and filtered. The screen is an addition to the specification. */
export function SearchScreen({ address }: { address: ProductListAddress }) {
  const t = useTexts();
  const { q = '' } = address;
  const isBlank = isBlankSearch(address);
  const { state, filters, retry } = useProductList(address, isBlank);
  const results = useRef<HTMLElement>(null);
  useScrollOnPageChange(address, results);
  const words = q ? t('Results for “{words}”', { words: q }) : t('Products');
  const heading = isBlank ? t('Search') : words;
  const categories = filters.kind === 'ready' ? filters.search.facets.categories : [];
  const isEmpty = state.kind === 'empty';
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead title={heading} canonical={urls.search()} isPrivate={!isBlank} />
      <Breadcrumbs items={[{ name: t('Search'), path: urls.search() }]} />
      <PageHeading>{heading}</PageHeading>
      <SearchForm address={address} onSubmit={() => results.current?.focus()} />
      {isBlank ? (
        <CategoryLinks title={t('Popular categories')} />
      ) : (
        <>
          <ListToolbar address={address} filters={filters} isEmpty={isEmpty}>
            {({ category }) =>
              (!isEmpty || category !== '' || categories.length > 0) && (
                <CategorySelect category={category} found={categories} isComplete={filters.kind === 'ready'} />
              )
            }
          </ListToolbar>
          <ResultCount state={state} address={address} />
          <ProductListResults
            state={state}
            address={address}
            failure={{ message: t('The search did not work. Please try again.'), onRetry: retry }}
            empty={<NothingFound address={address} />}
            results={results}
          />
          {/* The key replaces the links when the list above becomes shorter. To move them would be a layout shift. */}
          {state.kind !== 'loading' && <CategoryLinks key={state.kind} title={t('All categories')} />}
        </>
      )}
      {(isBlank || isEmpty) && <Slot name="screen.suggestions" props={{ productIds: [] }} />}
    </Container>
  );
}

interface CategorySelectProps {
  category: string;
  /** The categories of the products found. */
  found: readonly FacetValue[];
  /** False while they load, and when that fails. */
  isComplete: boolean;
}

/** Selects the category of the products to find. A selected category without products stays. */
function CategorySelect({ category, found, isComplete }: CategorySelectProps) {
  const t = useTexts();
  const names = found.map(({ value }) => value);
  const selected = findCategory(category, names);
  const isMissing = selected !== '' && !names.includes(selected);
  return (
    <ListSelect label={t('Category')} name="category" value={selected}>
      <option value="">{t('All')}</option>
      {isMissing && (
        <option value={selected} lang={getCategoryLanguage(t, selected)}>
          {`${translateCategory(t, selected, selected)}${isComplete ? ' (0)' : ''}`}
        </option>
      )}
      {found.map(({ value, count }) => (
        <option key={value} value={value} lang={getCategoryLanguage(t, value)}>
          {`${translateCategory(t, value, value)} (${count})`}
        </option>
      ))}
    </ListSelect>
  );
}

/** Helps a shopper whose search finds nothing. */
function NothingFound({ address }: { address: ProductListAddress }) {
  const t = useTexts();
  const { q = '' } = address;
  const isFiltered = isRefined({ ...address, sort: undefined }) || address.category !== '';
  return (
    <div className={styles.nothing}>
      <Typography role="status">
        {q ? t('No products found for “{words}”.', { words: q }) : t('No products found with the selected filters.')}
      </Typography>
      {q && (
        <Typography tone="secondary">
          {t.language !== sourceLanguage || /(?!\p{Script=Latin})\p{L}/u.test(q)
            ? t('The names of products are in English. Try an English word, or choose a category.')
            : t('Check the spelling, or try fewer or more general words.')}
        </Typography>
      )}
      {isFiltered && (
        <TextLink
          component={Link}
          to={getProductListUrl({ ...address, ...noFilters, category: '', page: 1 })}
          underline="always"
        >
          {t('Search without filters')}
        </TextLink>
      )}
    </div>
  );
}
