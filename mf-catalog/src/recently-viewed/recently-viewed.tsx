import { lazy, Suspense } from 'react';
import { useViewedProducts } from './use-viewed-products';

/** A chunk of its own: a first visit has nothing to show in it. */
const ViewedRail = lazy(async () => {
  const { ViewedRail: Rail } = await import(/* webpackChunkName: "viewed-rail" */ './viewed-rail');
  return { default: Rail };
});

export interface RecentlyViewedProps {
  /** Product that is left out, since the shopper is looking at it. */
  except?: string;
}

/** The products that were looked at on this device; nothing when there are none. Beyond the specification. */
export function RecentlyViewed({ except }: RecentlyViewedProps) {
  const products = useViewedProducts().filter(({ id }) => id !== except);
  if (products.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ViewedRail products={products} />
    </Suspense>
  );
}
