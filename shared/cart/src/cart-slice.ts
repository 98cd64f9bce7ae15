import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type CartLine, type CartLineIdentity, isSameLine } from './cart-line';

export interface CartState {
  lines: CartLine[];
  /** False until storage was read. */
  isRead: boolean;
}

const isQuantity = (quantity: number) => Number.isSafeInteger(quantity) && quantity >= 1;

/** The cart's rules. Specification 4 "Cart" and 5 "Cart"; Interpretation 19. */
export const cartSlice = createSlice({
  name: 'cart',
  initialState: { lines: [], isRead: false } as CartState,
  reducers: {
    /** Storage was read: on start, or because another tab changed it. */
    cartRead: (_cart, { payload: lines }: PayloadAction<CartLine[]>) => ({ lines, isRead: true }),

    /** Merges with the line of the same id, size and colour by adding quantities, else adds a line at the end. */
    lineAdded: ({ lines }, { payload }: PayloadAction<CartLine>) => {
      if (!isQuantity(payload.quantity)) return;
      const line = lines.find((one) => isSameLine(one, payload));
      if (line) line.quantity += payload.quantity;
      else lines.push(payload);
    },

    /** Sets a quantity of 1 or more; anything lower, or not a whole number, is ignored. */
    quantitySet: ({ lines }, { payload }: PayloadAction<CartLineIdentity & { quantity: number }>) => {
      const line = lines.find((one) => isSameLine(one, payload));
      if (line && isQuantity(payload.quantity)) line.quantity = payload.quantity;
    },

    lineRemoved: (cart, { payload }: PayloadAction<CartLineIdentity>) => {
      cart.lines = cart.lines.filter((line) => !isSameLine(line, payload));
    },

    /** Removes every line of a product, whatever its size and colour. */
    productRemoved: (cart, { payload: id }: PayloadAction<string>) => {
      cart.lines = cart.lines.filter((line) => line.id !== id);
    },

    cleared: (cart) => {
      cart.lines = [];
    },

    /** Lines became an order: their pieces leave the cart, and no others. */
    orderedRemoved: (cart, { payload: ordered }: PayloadAction<readonly CartLine[]>) => {
      for (const line of cart.lines) line.quantity -= ordered.find((one) => isSameLine(one, line))?.quantity ?? 0;
      cart.lines = cart.lines.filter(({ quantity }) => quantity > 0);
    },

    /** Products have another price now: rupees a piece, by product id. */
    repriced: ({ lines }, { payload: prices }: PayloadAction<ReadonlyMap<string, number>>) => {
      for (const line of lines) line.price = prices.get(line.id) ?? line.price;
    },

    /** Undo of a removal: puts lines back where they stood, unless the shopper has added them again meanwhile. */
    linesRestored: ({ lines }, { payload }: PayloadAction<{ line: CartLine; position: number }[]>) => {
      for (const { line, position } of payload) {
        if (!lines.some((one) => isSameLine(one, line))) lines.splice(position, 0, line);
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
