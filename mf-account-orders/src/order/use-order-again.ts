import { isNotFound } from '@shop/api-client/api-error';
import { productApi } from '@shop/api-client/product-api';
import type { Order, OrderItem } from '@shop/api-contract/decoders/order';
import { type CartLine, cartLineKey, toCartLine } from '@shop/cart/cart-line';
import { isChoiceOrderable } from '@shop/cart/orderable-choice';
import { useCartActions } from '@shop/cart/use-cart';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useRef, useState } from 'react';

/** An item that was not added to the cart. Its id is empty when the order has none. */
export interface SkippedItem extends OrderItem {
  /**
   * - `gone`: the product no longer exists.
   * - `choice`: the product needs another choice of size or colour.
   * - `failed`: the product did not load.
   * - `incomplete`: the item has no id or quantity, or the product has neither sizes nor colours any more.
   */
  reason: 'gone' | 'choice' | 'failed' | 'incomplete';
}

export interface OrderAgain {
  isAdding: boolean;
  /** False after each item was added, or skipped for a reason that another attempt does not change. */
  canAdd: boolean;
  /** Items of the last order that were not added. */
  skipped: readonly SkippedItem[];
  /**
   * Adds the items at current prices and shows one toast. Opens the cart when it has added all of them. A second call adds only the
   * items that did not load. Never rejects.
   */
  orderAgain: (order: Order) => Promise<void>;
}

type LoadProduct = ReturnType<typeof productApi.useLazyProductQuery>[0];

/** Creates the cart line of an item with its choice. Without one, the only size or colour of the product is selected. */
async function createLine(item: OrderItem, loadProduct: LoadProduct): Promise<CartLine | SkippedItem> {
  const { id, quantity, size, color } = item;
  if (!isOrderable(item)) return { ...item, reason: 'incomplete' };
  const { data: product, isSuccess, error } = await loadProduct(id);
  if (isNotFound(error) || (isSuccess && !product)) return { ...item, reason: 'gone' };
  if (!product || product.price <= 0) return { ...item, reason: 'failed' };
  const { sizes, colors } = product;
  const choice = { size: size ?? findOnlyOption(sizes), color: color ?? findOnlyOption(colors) };
  if (isChoiceOrderable(product, choice)) return toCartLine(product, { ...choice, quantity });
  return { ...item, reason: sizes.length > 0 || colors.length > 0 ? 'choice' : 'incomplete' };
}

const findOnlyOption = (options: readonly string[]): string | undefined =>
  options.length === 1 ? options[0] : undefined;

/** True for an item with an id and with a quantity that the cart takes. */
const isOrderable = ({ id, quantity }: OrderItem) => id !== '' && Number.isSafeInteger(quantity) && quantity >= 1;

/** True for an item that another attempt may add. */
const isRetriable = ({ reason }: SkippedItem) => reason === 'failed';

/** Merges the items of one product, size and colour. Items that cannot be ordered stay as they are, at the end. */
function mergeItems(items: readonly OrderItem[]): OrderItem[] {
  const merged = new Map<string, OrderItem>();
  for (const item of items.filter(isOrderable)) {
    const key = cartLineKey({
      id: item.id,
      ...(item.size && { selectedSize: item.size }),
      ...(item.color && { selectedColor: item.color }),
    });
    merged.set(key, { ...item, quantity: item.quantity + (merged.get(key)?.quantity ?? 0) });
  }
  return [...merged.values(), ...items.filter((item) => !isOrderable(item))];
}

/** Puts the items of an earlier order into the cart. A product that is gone or needs a choice is skipped and named. */
export function useOrderAgain(): OrderAgain {
  const [isAdding, setAdding] = useState(false);
  const [skipped, setSkipped] = useState<readonly SkippedItem[]>([]);
  const isLocked = useRef(false);
  /** The order stays on the page until the cart has loaded. A second click in this time must not add the items again. */
  const isLeaving = useRef(false);
  const unlock = () => {
    isLocked.current = false;
    isLeaving.current = false;
    setAdding(false);
  };
  useResetOnReturn(() => {
    if (isLeaving.current) unlock();
  });
  const isShown = useIsShown();
  const [loadProduct] = productApi.useLazyProductQuery();
  const { addAll } = useCartActions();
  const notify = useNotify();
  const t = useTexts();
  const navigate = useNavigate();

  const orderAgain = async ({ items }: Order) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setAdding(true);
    // A second click must not add the others again.
    const results = await Promise.all(
      skipped.length > 0
        ? skipped.map((item) => (isRetriable(item) ? createLine(item, loadProduct) : item))
        : mergeItems(items).map((item) => createLine(item, loadProduct)),
    );
    const lines = results.filter((result) => 'image' in result);
    const missing = results.filter((result) => 'reason' in result);
    addAll(lines);
    setSkipped(missing);
    if (missing.length === 0 && lines.length > 0) {
      notify({
        title: t('Added to cart'),
        description: t('{count, plural, one {# item} other {# items}}, at current prices', { count: lines.length }),
      });
      // A shopper who has left the page stays where they are.
      if (isShown.current) {
        isLeaving.current = true;
        return navigate(urls.cart());
      }
    } else if (lines.length > 0) {
      notify({
        title: t('Added to cart'),
        description: t('{count, plural, one {# item} other {# items}}; {missing} not added', {
          count: lines.length,
          missing: missing.length,
        }),
      });
    } else {
      notify({
        key: 'order-again',
        tone: 'destructive',
        title: t('Nothing was added'),
        description: t('None of the items can be added now.'),
      });
    }
    unlock();
  };
  return { isAdding, canAdd: skipped.length === 0 || skipped.some(isRetriable), skipped, orderAgain };
}
