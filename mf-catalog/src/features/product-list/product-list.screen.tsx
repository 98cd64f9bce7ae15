import { useNavigate } from '@shop/router/router';
import { useSettings } from '@shop/settings/use-settings';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { StructuredData } from '@shop/ui/structured-data';
import { useRef } from 'react';
import { CategoryLinks } from '../../category/category-links';
import { createBreadcrumbJsonLd } from '../../structured-data/json-ld';
import { ListToolbar } from './list-toolbar';
import * as styles from './product-list.module.css';
import {
  getCanonicalListUrl,
  getListHeading,
  getProductListUrl,
  type ProductListAddress,
} from './product-list-address';
import { ProductListResults } from './product-list-results';
import { useProductList, useSubCategories } from './use-product-list';
import { useScrollOnPageChange } from './use-scroll-on-page-change';

/** Shows one page of the products of a category. Specification 2 "Products page". */
export function ProductListScreen({ address }: { address: ProductListAddress }) {
  const { info } = useStoreInfo();
  const { publicUrl } = useSettings();
  const { category, parentCategory } = address;
  const subCategories = useSubCategories(category, parentCategory);
  const state = useProductList(address);
  const results = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useScrollOnPageChange(address, results);
  const heading = getListHeading(address);
  const selectSubCategory = (name: string) => {
    navigate(getProductListUrl({ ...address, parentCategory: name, page: 1 }));
  };
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead
        title={address.page > 1 ? `${heading}, page ${address.page}` : heading}
        description={[`${heading}.`, info?.description].filter(Boolean).join(' ')}
        canonical={getCanonicalListUrl(address)}
        image={state.kind === 'ready' ? state.products[0]?.image : undefined}
        isPrivate={state.kind === 'empty' || state.kind === 'past-last-page'}
      />
      <StructuredData
        data={createBreadcrumbJsonLd([{ name: heading, path: getCanonicalListUrl(address) }], publicUrl)}
      />
      <div className={styles.heading}>
        <PageHeading>{heading}</PageHeading>
      </div>
      <ListToolbar
        address={address}
        subCategories={subCategories}
        onSubCategory={selectSubCategory}
        onColumns={(columns) => navigate(getProductListUrl({ ...address, columns }), { replace: true })}
      />
      <ProductListResults
        state={state}
        address={address}
        onClearFilters={() => selectSubCategory('')}
        results={results}
      />
      <CategoryLinks title="All categories" current={category} />
    </Container>
  );
}
