import { createSlice } from '@reduxjs/toolkit';
import type { OrderAmountStyle } from '@shop/money/format';

/** Settings of the deployment. The gateway inlines them in the document. */
export interface Settings {
  /** Absolute base URL of the store API, without a slash at the end: `http://localhost:8044/api/v1`. */
  apiBase: string;
  /** How `/orders` and `/track-order` write amounts. Interpretation 6. */
  orderAmounts: OrderAmountStyle;
  /**
   * Public origin of the shop, without a slash at the end: `https://shop.example`. Canonical links and shared links start
   * with it.
   */
  publicUrl?: string;
}

export const settingsSlice = createSlice({
  name: 'settings',
  initialState: { apiBase: '', orderAmounts: 'dollar' } as Settings,
  reducers: {},
});

declare module '@shop/api-client/app-state' {
  interface AppState {
    settings: Settings;
  }
}
