import { useTexts } from '@shop/language/texts';
import { ProductRail } from '../product-rail/product-rail';
import { useViewedProducts } from './use-viewed-products';

/** Maximum number of products. */
const railLength = 6;

/**
 * Shows pictures and names of the products that were viewed on this device, the latest first, or nothing without any. It
 * shows no prices: stored prices can be out of date, and the product pages show the current ones. An addition to the
 * specification.
 *
 * @param except Id of the product that the page shows, which the rail leaves out.
 */
export function RecentlyViewed({ except }: { except?: string }) {
  const t = useTexts();
  const products = useViewedProducts().filter(({ id }) => id !== except);
  if (products.length === 0) return null;
  return <ProductRail title={t('Recently viewed')} products={products} length={railLength} />;
}
