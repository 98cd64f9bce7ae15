import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addLine, type CartLine, type CartLineIdentity, cartLineKey, isSameLine } from './cart-line';

export interface CartState {
  lines: CartLine[];
  /** False until storage is read. */
  isRead: boolean;
}

const isQuantity = (quantity: number) => Number.isInteger(quantity) && quantity >= 1;

/** Rules of the cart. Specification 4 "Cart" and 5 "Cart"; Interpretation 19. */
export const cartSlice = createSlice({
  name: 'cart',
  initialState: { lines: [], isRead: false } as CartState,
  reducers: {
    /** Replaces the lines after a read of storage: at the start, or after a change in another tab. */
    cartRead: (_cart, { payload: lines }: PayloadAction<CartLine[]>) => ({ lines, isRead: true }),

    /** Adds the quantity to the line of the same id, size and colour, or adds a line at the end. */
    lineAdded: ({ lines }, { payload }: PayloadAction<CartLine>) => {
      if (isQuantity(payload.quantity)) addLine(lines, payload, cartLineKey);
    },

    /** Sets a quantity of 1 or more. It ignores lower values and fractions. */
    quantitySet: ({ lines }, { payload }: PayloadAction<CartLineIdentity & { quantity: number }>) => {
      const line = lines.find((candidate) => isSameLine(candidate, payload));
      if (line && isQuantity(payload.quantity)) line.quantity = Math.min(payload.quantity, Number.MAX_SAFE_INTEGER);
    },

    lineRemoved: (cart, { payload }: PayloadAction<CartLineIdentity>) => {
      cart.lines = cart.lines.filter((line) => !isSameLine(line, payload));
    },

    /** Removes every line of a product, of any size and colour. */
    productRemoved: (cart, { payload: id }: PayloadAction<string>) => {
      cart.lines = cart.lines.filter((line) => line.id !== id);
    },

    cleared: (cart) => {
      cart.lines = [];
    },

    /** Removes the ordered pieces, and no pieces that were added since. */
    orderedRemoved: (cart, { payload: ordered }: PayloadAction<readonly CartLine[]>) => {
      for (const line of cart.lines)
        line.quantity -= ordered.find((candidate) => isSameLine(candidate, line))?.quantity ?? 0;
      cart.lines = cart.lines.filter(({ quantity }) => quantity > 0);
    },

    /** Sets current prices: rupees per piece by product id. */
    repriced: ({ lines }, { payload: prices }: PayloadAction<ReadonlyMap<string, number>>) => {
      for (const line of lines) line.price = prices.get(line.id) ?? line.price;
    },

    /** Undoes a removal: inserts lines at their former positions, unless the shopper has added them again. */
    linesRestored: ({ lines }, { payload }: PayloadAction<{ line: CartLine; position: number }[]>) => {
      for (const { line, position } of payload) {
        if (!lines.some((candidate) => isSameLine(candidate, line))) lines.splice(position, 0, line);
      }
    },
  },
});

export const {
  cartRead,
  lineAdded,
  quantitySet,
  lineRemoved,
  productRemoved,
  cleared,
  orderedRemoved,
  repriced,
  linesRestored,
} = cartSlice.actions;

declare module '@shop/api-client/app-state' {
  interface AppState {
    cart: CartState;
  }
}
