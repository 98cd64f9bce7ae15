import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { storeInfoApi } from './store-info.endpoints';

export type StoreInfoState =
  | { kind: 'loading'; info?: undefined }
  | { kind: 'failed'; info?: undefined; retry: () => void }
  | { kind: 'ready'; info: StoreInfo };

/** Store information: asked for once a page, shared by every app. Specification 7, GET /storeInfo. */
export function useStoreInfo(): StoreInfoState {
  const { data, isError, refetch } = storeInfoApi.useStoreInfoQuery();
  if (data) return { kind: 'ready', info: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}
