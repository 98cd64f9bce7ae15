import { useAppDispatch, useAppSelector, useAppStore } from '@shop/api-client/app-state';
import { useTexts } from '@shop/language/texts';
import { type NewNotice, noticeShown } from '@shop/notifications/notifications-slice';
import { useMemo } from 'react';
import { type CartLine, type CartLineIdentity, countPieces, describeAddition, isSameLine, sumLines } from './cart-line';
import { cleared, lineAdded, lineRemoved, linesRestored, orderedRemoved, quantitySet, repriced } from './cart-slice';

export interface CartActions {
  /** Adds a line, or adds its quantity to the line of the same id, size and colour. Toast: 'Added to cart' or 'Cart updated'. */
  add: (line: CartLine) => void;
  /** Adds several lines. The caller shows one toast for all of them. */
  addAll: (lines: readonly CartLine[]) => void;
  /** Sets a line's quantity. A quantity below 1 changes nothing. */
  setQuantity: (line: CartLineIdentity, quantity: number) => void;
  /** Removes a line. Toast: 'Removed from cart', with Undo. */
  remove: (line: CartLineIdentity) => void;
  /** Sets the current price of the lines of a product, in rupees by product id. Shows no toast. */
  reprice: (prices: ReadonlyMap<string, number>) => void;
  /** Empties the cart. Toast: 'Cart cleared', with Undo. An empty cart stays as it is, without a toast. */
  clear: () => void;
  /** Takes out what has become an order, without a word. What was added since, here or in another tab, stays. */
  removeOrdered: (ordered: readonly CartLine[]) => void;
  /** Returns the lines as they are now, with the changes of other tabs, also after the render that a function is from. */
  getLines: () => readonly CartLine[];
}

export interface Cart {
  lines: CartLine[];
  /** False until storage is read. Until then a screen shows neither lines nor the empty state. */
  isRead: boolean;
  /** Pieces over all lines. */
  count: number;
  /** Rupees over all lines. */
  total: number;
}

/**
 * Gives the current cart.
 *
 * @example const { lines, isRead, total } = useCart();
 */
export function useCart(): Cart {
  const { lines, isRead } = useAppSelector(({ cart }) => cart);
  return useMemo(() => ({ lines, isRead, count: countPieces(lines), total: sumLines(lines) }), [lines, isRead]);
}

/** Gives the number of pieces in the cart, for the badge. Renders again only when the number changes. */
export function useCartCount(): number {
  return useAppSelector(({ cart }) => countPieces(cart.lines));
}

/**
 * Gives the functions that change the cart. The object is stable. Specification 4 "Cart".
 *
 * @example const { add, remove } = useCartActions();
 */
export function useCartActions(): CartActions {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useMemo(() => {
    const showToast = (notice: NewNotice) => dispatch(noticeShown(notice));
    const undo = (lines: { line: CartLine; position: number }[]) => ({
      label: t('Undo'),
      action: linesRestored(lines),
    });
    const getLines = () => store.getState().cart.lines;
    const listPlaced = () => getLines().map((line, position) => ({ line, position }));
    return {
      add: (line) => {
        const isMerge = listPlaced().some((placed) => isSameLine(placed.line, line));
        dispatch(lineAdded(line));
        const { title, description } = describeAddition(line, isMerge);
        showToast({ title: t(title), description, lang: t.dataLanguage });
      },
      addAll: (lines) => {
        for (const line of lines) dispatch(lineAdded(line));
      },
      setQuantity: (line, quantity) => void dispatch(quantitySet({ ...line, quantity })),
      remove: (line) => {
        const removed = listPlaced().filter((placed) => isSameLine(placed.line, line));
        if (removed.length === 0) return;
        dispatch(lineRemoved(line));
        const description = removed[0]?.line.name;
        showToast({ title: t('Removed from cart'), description, lang: t.dataLanguage, undo: undo(removed) });
      },
      reprice: (prices) => void dispatch(repriced(prices)),
      clear: () => {
        const removed = listPlaced();
        if (removed.length === 0) return;
        dispatch(cleared());
        showToast({ title: t('Cart cleared'), undo: undo(removed) });
      },
      removeOrdered: (ordered) => void dispatch(orderedRemoved(ordered)),
      getLines,
    };
  }, [dispatch, store, t]);
}
