import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { generalCategories } from '@shop/store-info/categories';
import { Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { CategoryLinks } from '../../../category/category-links';
import { CategoryTiles } from '../../../category/category-tiles';
import * as styles from './explore-categories.module.css';
import { ProductRail } from './product-rail';

/**
 * The screen of `/products` without a category. Shows up to three categories and a rail of products.
 *
 * @param isFeatured True when the URL asks for featured products, as the button of the home page does.
 * @see Specification 2 "Products page"; Interpretation 4
 */
export function ExploreCategoriesScreen({ isFeatured }: { isFeatured: boolean }) {
  const t = useTexts();
  return (
    <Container maxWidth="xl" className={styles.page}>
      <DocumentHead title={t('Explore Categories')} canonical={urls.productList()} />
      <div className={styles.heading}>
        <PageHeading>{t('Explore Categories')}</PageHeading>
      </div>
      <CategoryTiles defaults={generalCategories} actionText={t('Browse Collection')} hasPriority />
      <CategoryLinks title={t('More categories')} isBelowTiles />
      <ProductRail isFeatured={isFeatured} />
    </Container>
  );
}
