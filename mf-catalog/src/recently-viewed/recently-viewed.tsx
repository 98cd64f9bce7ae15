import { RecentlyViewedRail } from './recently-viewed-rail';
import { useViewedProducts } from './use-viewed-products';

export interface RecentlyViewedProps {
  /** Product that is left out, since the shopper is looking at it. */
  except?: string;
}

/** The products that were looked at on this device; nothing when there are none. Beyond the specification. */
export function RecentlyViewed({ except }: RecentlyViewedProps) {
  const products = useViewedProducts().filter(({ id }) => id !== except);
  return products.length > 0 ? <RecentlyViewedRail products={products} /> : null;
}
