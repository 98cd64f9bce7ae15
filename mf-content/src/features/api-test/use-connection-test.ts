import { type ApiError, toApiError } from '@shop/api-client/api-error';
import type { StoreInfoBody } from '@shop/api-contract/decoders/store-info';
import { useSettings } from '@shop/settings/use-settings';
import { useEffect } from 'react';
import { contentApi } from '../../api/content.endpoints';

export type ConnectionTest = {
  /** Absolute address that is asked. */
  address: string;
  /** Asks again. */
  repeat: () => void;
} & ({ kind: 'testing' } | { kind: 'connected'; body: StoreInfoBody } | { kind: 'failed'; message: string });

/** Specification 8 "Other". */
function failureMessage(error: ApiError): string {
  switch (error.kind) {
    case 'status':
    case 'no-response':
      return 'Connection failed. Check console for details.';
    case 'malformed':
      return `Unexpected error: ${error.message}`;
  }
}

/**
 * Asks the server for its store information, on arrival and whenever the developer wants, and logs what came of it.
 *
 * The response is logged as a warning: our lint rules leave errors and warnings only, and a page that exists to be read
 * beside the console should not be filtered out of it.
 *
 * @see Specification 2 "API test" and 7, GET /storeInfo
 */
export function useConnectionTest(): ConnectionTest {
  const { apiBase } = useSettings();
  const { data, error, isFetching, refetch } = contentApi.useContentConnectionTestQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const address = `${apiBase}/storeInfo`;

  useEffect(() => {
    if (isFetching) return;
    if (error) console.error(`GET ${address} failed:`, error);
    else if (data) console.warn(`GET ${address} answered:`, data);
  }, [address, isFetching, error, data]);

  const base = { address, repeat: () => void refetch() };
  if (isFetching) return { ...base, kind: 'testing' };
  if (error) return { ...base, kind: 'failed', message: failureMessage(toApiError(error)) };
  return data ? { ...base, kind: 'connected', body: data } : { ...base, kind: 'testing' };
}
