import { useTexts } from '@shop/language/texts';
import type { SlotProps } from '@shop/remote-contract/slots';
import { ProductSection } from '../../product-card/product-section';
import * as styles from './suggestions.module.css';
import { useSuggestions } from './use-suggestions';

/** Suggests products below a screen of another remote. It shows nothing when there are none, and after a failure. */
export function SuggestionsSection(props: SlotProps['screen.suggestions']) {
  const t = useTexts();
  const { kind, products } = useSuggestions(props);
  if (products?.length === 0) return null;
  return (
    <div className={styles.section}>
      <ProductSection
        title={kind === 'popular' ? t('Popular products') : t('Goes well with it')}
        variant="h3"
        products={products}
      />
    </div>
  );
}
