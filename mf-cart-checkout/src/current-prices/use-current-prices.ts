import { type ApiError, isNotFound, toApiError } from '@shop/api-client/api-error';
import { productApi } from '@shop/api-client/product-api';
import type { Product } from '@shop/api-contract/decoders/product';
import { type CartLine, cartLineKey } from '@shop/cart/cart-line';
import { isChoiceOrderable } from '@shop/cart/orderable-choice';
import { useCart, useCartActions } from '@shop/cart/use-cart';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds until the check of a cart ends with the products that have responded. */
const checkTimeoutMs = 4000;

/** Differences between the cart as a page showed it and the current product data. */
export interface PriceChanges {
  /** Rupees a piece that the page showed before, by product id. Holds changed products only. */
  pricesBefore: ReadonlyMap<string, number>;
  /** Returns why the server rejects an order with this line. Undefined for a line that can be ordered. */
  findUnavailability: (line: CartLine) => Unavailability | undefined;
}

/**
 * - `gone`: the server no longer has the product.
 * - `choice`: the product is not sold in the size and colour of the line, or it has sizes and the line has none.
 */
export type Unavailability = 'gone' | 'choice';

/**
 * True for an error status that the API itself sends. Its response says what the API takes. A proxy sends 429, 502 and above in place
 * of an API that is down or whose calls are limited.
 */
export const isStatusOfApi = (error: ApiError): boolean =>
  error.kind === 'status' && error.status !== 429 && error.status <= 501;

type LoadProduct = ReturnType<typeof productApi.useLazyProductQuery>[0];
const nothing = {};

/** Products by id. Null for a product that the server no longer has. */
type CurrentProducts = ReadonlyMap<string, Product | null>;

/**
 * Loads the current products. It never rejects. A product without a readable price, and a product whose call failed or takes too
 * long, is left out: that says nothing about the product.
 */
async function loadCurrentProducts(
  loadProduct: LoadProduct,
  ids: readonly string[],
  onResponse: () => void,
): Promise<CurrentProducts> {
  const products = new Map<string, Product | null>();
  const checks = ids.map(async (id) => {
    const { isSuccess, data, error } = await loadProduct(id);
    if (isSuccess || (error && isStatusOfApi(toApiError(error)))) onResponse();
    if (isSuccess && data && data.price > 0) products.set(id, data);
    if (isNotFound(error)) products.set(id, null);
  });
  await Promise.race([Promise.all(checks), new Promise((resolve) => setTimeout(resolve, checkTimeoutMs))]);
  // A copy: late responses must not change the result.
  return new Map(products);
}

function findUnavailability(line: CartLine, products: CurrentProducts): Unavailability | undefined {
  const product = products.get(line.id);
  if (product === null) return 'gone';
  const choice = { size: line.selectedSize, color: line.selectedColor };
  return product && !isChoiceOrderable(product, choice) ? 'choice' : undefined;
}

export interface CurrentPrices {
  /** Changes since the page opened, for messages. `pricesBefore` is a new map after each price change. */
  changes: PriceChanges;
  /**
   * Loads the products of these lines, gives the cart their current prices and records unavailable lines. Never rejects.
   * Settles within 4 seconds.
   *
   * @returns True when a price differs from the price in these lines, or when a line is unavailable. False when all
   *   products that could be loaded are as shown.
   */
  check: (lines: readonly CartLine[]) => Promise<boolean>;
  /** True once the API itself has responded to a check, with a product or an error. */
  hasResponse: () => boolean;
}

/**
 * Compares the lines with the lines shown before. A check of this page changes prices, and so does a check of another tab.
 *
 * @returns `PriceChanges.pricesBefore`: a new map after each price change.
 */
function usePricesBefore(lines: readonly CartLine[]): PriceChanges['pricesBefore'] {
  const [shown, setShown] = useState({ lines, pricesBefore: new Map<string, number>() });
  if (shown.lines !== lines) {
    const prices = new Map(lines.map((line) => [cartLineKey(line), line.price]));
    const changed = shown.lines.filter((line) => (prices.get(cartLineKey(line)) ?? line.price) !== line.price);
    const entries = changed.map(({ id, price }) => [id, price] as const);
    const pricesBefore = entries.length > 0 ? new Map([...shown.pricesBefore, ...entries]) : shown.pricesBefore;
    setShown({ lines, pricesBefore });
  }
  return shown.pricesBefore;
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
  // The results come from the calls: a response must not render the page.
  const [loadProduct] = productApi.useLazyProductQuery({ selectFromResult: () => nothing });
  const isAnswered = useRef(false);
  const pricesBefore = usePricesBefore(lines);
  const [products, setProducts] = useState<CurrentProducts>(new Map());
  const isMounted = useRef(false);
  const latestLines = useRef(lines);
  useEffect(() => {
    latestLines.current = lines;
  }, [lines]);

  const check = useCallback(
    async (checked: readonly CartLine[], render = (update: () => void) => update()): Promise<boolean> => {
      if (checked.length === 0 || !navigator.onLine) return false;
      const ids = [...new Set(checked.map(({ id }) => id))];
      const current = await loadCurrentProducts(loadProduct, ids, () => {
        isAnswered.current = true;
      });
      // Stored copies say nothing about the current prices.
      if (!isMounted.current || 'copy' in document.documentElement.dataset) return false;
      const prices = new Map([...current].flatMap(([id, product]) => (product ? [[id, product.price] as const] : [])));
      const hasOtherPrice = checked.some(({ id, price }) => prices.has(id) && prices.get(id) !== price);
      // The page says what changed at once: new prices together with what is no longer sold.
      if (hasOtherPrice) setProducts(current);
      else render(() => setProducts(current));
      if (hasOtherPrice) reprice(prices);
      return hasOtherPrice || checked.some((line) => findUnavailability(line, current));
    },
    [loadProduct, reprice],
  );

  useEffect(() => {
    isMounted.current = true;
    // The shopper may be typing: the page renders its first products in slices.
    if (isRead) void check(latestLines.current, startTransition);
    return () => {
      isMounted.current = false;
    };
  }, [isRead, check]);

  return {
    changes: { pricesBefore, findUnavailability: (line) => findUnavailability(line, products) },
    check,
    hasResponse: () => isAnswered.current,
  };
}
