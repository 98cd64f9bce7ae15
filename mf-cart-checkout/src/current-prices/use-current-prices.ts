import type { CartLine } from '@shop/cart/cart-line';
import { useCart, useCartActions } from '@shop/cart/use-cart';
import { useCallback, useEffect, useRef, useState } from 'react';
import { cartCheckoutApi } from '../api/cart-checkout.endpoints';
import { findChangedLines, noPriceChanges, type PriceChanges } from './price-changes';

export interface CurrentPrices {
  /** Changes since the page opened, for messages. `pricesBefore` is a new map after each price change. */
  changes: PriceChanges;
  /**
   * Loads the products of these lines, gives the cart their current prices and records the changes. Never rejects.
   * Settles within 4 seconds.
   *
   * @returns True when a price differs from the price in these lines, or when a product is unavailable. False when all
   *   products that could be loaded are as shown.
   */
  check: (lines: readonly CartLine[]) => Promise<boolean>;
}

/**
 * Keeps the prices of the cart current: an order costs the current prices, whatever the cart stored. Checks once when
 * the page opens and whenever `check` is called. The page does not wait for the first check.
 *
 * A product that cannot be loaded keeps the price shown. The check is skipped while the browser is offline, because
 * the service worker answers from its cache then. Beyond the specification.
 */
export function useCurrentPrices(): CurrentPrices {
  const { lines, isRead } = useCart();
  const { reprice } = useCartActions();
  const [loadProducts] = cartCheckoutApi.useLazyCartCheckoutProductsQuery();
  const [changes, setChanges] = useState(noPriceChanges);
  const isMounted = useRef(false);
  const latestLines = useRef(lines);
  useEffect(() => {
    latestLines.current = lines;
  }, [lines]);

  const check = useCallback(
    async (checked: readonly CartLine[]): Promise<boolean> => {
      if (checked.length === 0 || !navigator.onLine) return false;
      const { data } = await loadProducts([...new Set(checked.map(({ id }) => id))]);
      if (!data || !isMounted.current) return false;
      const changed = findChangedLines(checked, data);
      const unavailableIds = new Set(data.unavailableIds);
      setChanges((before) => ({
        pricesBefore:
          changed.length > 0
            ? new Map([...before.pricesBefore, ...changed.map(({ id, price }) => [id, price] as const)])
            : before.pricesBefore,
        unavailableIds,
      }));
      if (changed.length > 0) reprice(new Map(Object.entries(data.prices)));
      return changed.length > 0 || checked.some(({ id }) => unavailableIds.has(id));
    },
    [loadProducts, reprice],
  );

  useEffect(() => {
    isMounted.current = true;
    if (isRead) void check(latestLines.current);
    return () => {
      isMounted.current = false;
    };
  }, [isRead, check]);

  return { changes, check };
}
