import type { ReactNode } from 'react';
import { NeedsScripts } from '../layout/needs-scripts';
import { ScreenSkeleton } from '../layout/screen-skeleton';
import { useShopName } from '../shop-info/use-shop-identity';
import { useIsHydrated } from './use-is-hydrated';

/**
 * Shows its children in the browser only. The document of the server has the skeleton in their place, under the name of the
 * shop as its title. A document that the browser renders shows the children at once.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  const shopName = useShopName();
  if (isHydrated) return children;
  return (
    <>
      {shopName && <title>{shopName}</title>}
      <NeedsScripts />
      <ScreenSkeleton />
    </>
  );
}
