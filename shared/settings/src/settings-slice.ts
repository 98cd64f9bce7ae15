import { createSlice } from '@reduxjs/toolkit';
import type { OrderAmountStyle } from '@shop/money/order-amount';

/** Decided by the deployment and inlined in the document by the gateway; fixed for the life of a page. */
export interface Settings {
  /** Absolute base of the store API, without a slash at the end: `http://localhost:8044/api/v1`. */
  apiBase: string;
  /** How `/orders` and `/track-order` write amounts. Interpretation 6. */
  orderAmounts: OrderAmountStyle;
  /**
   * The shop's own address as shoppers type it, without a slash at the end: `https://shop.example`. Canonical links and
   * shared links begin with it.
   */
  publicUrl?: string;
}

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: { apiBase: '', orderAmounts: 'dollar' } as Settings,
  reducers: {},
});
