import { RecentlyViewedRail } from './recently-viewed-rail';
import { useViewedProducts } from './use-viewed-products';

export interface RecentlyViewedProps {
  /** Id of the product that the page shows, which the rail leaves out. */
  except?: string;
}

/** Shows the products that were viewed on this device, or nothing without any. An addition to the specification. */
export function RecentlyViewed({ except }: RecentlyViewedProps) {
  const products = useViewedProducts().filter(({ id }) => id !== except);
  return products.length > 0 ? <RecentlyViewedRail products={products} /> : null;
}
