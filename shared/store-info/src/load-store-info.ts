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
 * none: the first call of such a page requests the store information again.
 *
 * @param dispatch Dispatches to the page's Redux store.
 * @param language BCP 47 tag. The texts that `translatedPolicies` of the store information names for it are in this language, the
 *   others in English.
 * @returns Policy slug to untrusted HTML; empty when the store information does not load.
 * @example const { terms } = await loadPolicyTexts(dispatch, 'hi');
 */
export async function loadPolicyTexts(
  dispatch: AppDispatch,
  language = '',
): Promise<Readonly<Record<string, string>>> {
  const info = await loadStoreInfo(dispatch);
  const lang = info?.translatedPolicies?.[language] && language;
  const load = async (forceRefetch: boolean) =>
    (await dispatch(storeInfoApi.endpoints.storeInfo.initiate(lang, { subscribe: false, forceRefetch }))).data;
  const loaded = lang ? await load(false) : info;
  if (!loaded || loaded.policies) return loaded?.policies ?? {};
  return (await load(true))?.policies ?? {};
}
