import type { Settings } from '@shop/settings/settings-slice';
import { createAppStore } from '@shop/store/create-app-store';
import userEvent from '@testing-library/user-event';
import { fakeApiBase } from './store-api-fake';

interface ShopOptions {
  settings?: Partial<Settings> | undefined;
  /** Does not read session and cart. */
  isStorageUnread?: boolean | undefined;
}

/** Opens the shop of a test: a Redux store with the session and the cart of localStorage, and a user. */
export function openShop({ settings, isStorageUnread = false }: ShopOptions = {}) {
  const { store, readStorage } = createAppStore({
    settings: { apiBase: fakeApiBase, orderAmounts: 'dollar', publicUrl: 'https://shop.test', ...settings },
    storage: window.localStorage,
  });
  if (!isStorageUnread) readStorage();
  return { store, readStorage, user: userEvent.setup({ delay: null }) };
}
