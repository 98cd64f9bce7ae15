import { useCart, useCartActions } from '@shop/cart/use-cart';
import { useEffect, useRef, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';

const none: ReadonlyMap<string, number> = new Map();

/**
 * Asks once a visit of the page what the products of the cart cost now, and gives the lines that price: it is what an
 * order will cost. Nobody waits for it; a product that cannot be had keeps the price it has. Beyond the specification.
 *
 * @returns Rupees a piece before they changed, by product id.
 */
export function usePricesBefore(): ReadonlyMap<string, number> {
  const { lines, isRead } = useCart();
  const { reprice } = useCartActions();
  const [ask] = cartCheckoutApi.useLazyCartCheckoutPricesQuery();
  const [before, setBefore] = useState(none);
  const linesNow = useRef(lines);
  useEffect(() => {
    linesNow.current = lines;
  }, [lines]);

  useEffect(() => {
    // Without a line only old answers are to be had.
    if (!isRead || linesNow.current.length === 0 || !navigator.onLine) return;
    let isGone = false;
    const compare = async () => {
      const { data = {} } = await ask([...new Set(linesNow.current.map(({ id }) => id))]);
      const prices = new Map(Object.entries(data));
      const changed = linesNow.current.filter(({ id, price }) => prices.has(id) && prices.get(id) !== price);
      if (isGone || changed.length === 0) return;
      setBefore(new Map(changed.map(({ id, price }) => [id, price])));
      reprice(prices);
    };
    void compare();
    return () => {
      isGone = true;
    };
  }, [isRead, ask, reprice]);
  return before;
}
