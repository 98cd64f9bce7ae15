import { type NewNotice, noticeShown } from '@shop/notifications/notifications-slice';
import { useMemo } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { type CartLine, type CartLineIdentity, countPieces, isSameLine, sumLines } from './cart-line';
import {
  type CartState,
  cleared,
  lineAdded,
  lineRemoved,
  linesRestored,
  orderedRemoved,
  quantitySet,
  repriced,
} from './cart-slice';

interface StateWithCart {
  cart: CartState;
}

export interface CartActions {
  /** Adds a line, or adds to the line of the same id, size and colour. Says 'Added to cart' or 'Cart updated'. */
  add: (line: CartLine) => void;
  /** Sets a line's quantity; below 1 nothing happens. */
  setQuantity: (line: CartLineIdentity, quantity: number) => void;
  /** Removes one line. Says 'Removed from cart', with Undo. */
  remove: (line: CartLineIdentity) => void;
  /** Gives lines the price their product has now, in rupees by product id; without a word. */
  reprice: (prices: ReadonlyMap<string, number>) => void;
  /** Empties the cart. Says 'Cart cleared', with Undo. */
  clear: () => void;
  /** Takes out what has become an order, without a word. What was added since, here or in another tab, stays. */
  removeOrdered: (ordered: readonly CartLine[]) => void;
}

export interface Cart {
  lines: CartLine[];
  /** False until storage was read: show neither lines nor the empty state before. */
  isRead: boolean;
  /** Pieces over all lines. */
  count: number;
  /** Rupees over all lines. */
  total: number;
}

/** The cart as it stands. */
export function useCart(): Cart {
  const { lines, isRead } = useSelector((state: StateWithCart) => state.cart);
  return useMemo(() => ({ lines, isRead, count: countPieces(lines), total: sumLines(lines) }), [lines, isRead]);
}

/** Pieces in the cart, for the badge; renders again only when the number changes. */
export function useCartCount(): number {
  return useSelector((state: StateWithCart) => countPieces(state.cart.lines));
}

/** What can be done to the cart. The object is stable. Specification 4 "Cart". */
export function useCartActions(): CartActions {
  const dispatch = useDispatch();
  const store = useStore<StateWithCart>();
  return useMemo(() => {
    const say = (notice: NewNotice) => dispatch(noticeShown(notice));
    const undo = (lines: { line: CartLine; position: number }[]) => ({ label: 'Undo', action: linesRestored(lines) });
    const placed = () => store.getState().cart.lines.map((line, position) => ({ line, position }));
    return {
      add: (line) => {
        const isMerge = placed().some((one) => isSameLine(one.line, line));
        dispatch(lineAdded(line));
        say({ title: isMerge ? 'Cart updated' : 'Added to cart', description: line.name });
      },
      setQuantity: (line, quantity) => void dispatch(quantitySet({ ...line, quantity })),
      remove: (line) => {
        const removed = placed().filter((one) => isSameLine(one.line, line));
        if (removed.length === 0) return;
        dispatch(lineRemoved(line));
        say({ title: 'Removed from cart', description: removed[0]?.line.name, undo: undo(removed) });
      },
      reprice: (prices) => void dispatch(repriced(prices)),
      clear: () => {
        const removed = placed();
        dispatch(cleared());
        say({ title: 'Cart cleared', undo: undo(removed) });
      },
      removeOrdered: (ordered) => void dispatch(orderedRemoved(ordered)),
    };
  }, [dispatch, store]);
}
