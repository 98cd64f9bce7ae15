import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { storeInfoApi } from './store-info.endpoints';

export { loadPolicyTexts, loadStoreInfo } from './load-store-info';

export type StoreInfoState =
  | { kind: 'loading'; info?: undefined }
  | { kind: 'failed'; info?: undefined; retry: () => void }
  | { kind: 'ready'; info: StoreInfo };

/**
 * Gives the store information. The page requests it once, and all apps share the response. Specification 7, GET /storeInfo.
 *
 * @example
 * const { kind, info } = useStoreInfo();
 * if (kind === 'ready') return <p>{info.description}</p>;
 */
export function useStoreInfo(): StoreInfoState {
  const { data, isError, refetch } = storeInfoApi.useStoreInfoQuery();
  if (data) return { kind: 'ready', info: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}
