import type { AppDispatch } from '@shop/api-client/app-state';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { storeInfoApi } from './store-info.endpoints';

/**
 * Loads the store information without a component, for the `load` of a screen whose requests depend on it. A second call
 * shares the request or the response of the first one.
 *
 * @param dispatch Dispatches to the page's Redux store.
 * @returns The store information, or undefined when it does not load. It never rejects.
 * @example const info = await loadStoreInfo(dispatch);
 */
export async function loadStoreInfo(dispatch: AppDispatch): Promise<StoreInfo | undefined> {
  const { data } = await dispatch(storeInfoApi.endpoints.storeInfo.initiate(undefined, { subscribe: false }));
  return data;
}

/**
 * Loads the shop's own texts of policies. A document hands over the store information without them, because most pages show
 * none: the first call of such a page requests the store information again. Published remotes call it; no app of this repository does.
 *
 * @param dispatch Dispatches to the page's Redux store.
 * @returns Policy slug to untrusted HTML; empty when the store information does not load.
 *
 * @example const { terms } = await loadPolicyTexts(dispatch);
 */
export async function loadPolicyTexts(dispatch: AppDispatch): Promise<Readonly<Record<string, string>>> {
  const info = await loadStoreInfo(dispatch);
  if (!info || info.policies) return info?.policies ?? {};
  const again = { subscribe: false, forceRefetch: true };
  const { data } = await dispatch(storeInfoApi.endpoints.storeInfo.initiate(undefined, again));
  return data?.policies ?? {};
}
