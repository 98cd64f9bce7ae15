import type { Product } from '@shop/api-contract/decoders/product';
import { useTexts } from '@shop/language/texts';
import type { SlotProps } from '@shop/remote-contract/slots';
import { useState } from 'react';
import { catalogApi, popularQuery } from '../../api/catalog.endpoints';
import { ProductSection } from '../../product-card/product-section';
import { companionsApi } from './companions.endpoint';
import * as styles from './suggestions.module.css';

/** Products of the section: one row, two on phones. */
const maxSuggestions = 4;

type SuggestionsProps = SlotProps['screen.suggestions'];

/**
 * Shows products that go with those of the screen, or popular products on a screen without any. The section stays as it is when a
 * product is added to the cart, so that its card keeps place and focus. A cart that becomes empty gets popular products.
 */
export function Suggestions({ productIds }: SuggestionsProps) {
  const [companionsOf, setCompanionsOf] = useState(productIds);
  if (productIds.length === 0 && companionsOf.length > 0) setCompanionsOf(productIds);
  return companionsOf.length > 0 ? <Companions productIds={companionsOf} /> : <PopularProducts />;
}

function Companions({ productIds }: SuggestionsProps) {
  const t = useTexts();
  const { currentData, isError } = companionsApi.useCatalogCompanionsQuery(productIds);
  return <Section title={t('Goes well with it')} products={currentData ?? (isError ? [] : undefined)} />;
}

function PopularProducts() {
  const t = useTexts();
  const { currentData, isError } = catalogApi.useCatalogProductsQuery(popularQuery);
  return <Section title={t('Popular products')} products={currentData?.products ?? (isError ? [] : undefined)} />;
}

/** Shows nothing for an empty list. */
function Section({ title, products }: { title: string; products: readonly Product[] | undefined }) {
  if (products?.length === 0) return null;
  return (
    <div className={styles.section}>
      <ProductSection title={title} variant="h3" products={products?.slice(0, maxSuggestions)} />
    </div>
  );
}
