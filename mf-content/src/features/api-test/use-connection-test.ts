import { type ApiError, toApiError } from '@shop/api-client/api-error';
import type { StoreInfoBody } from '@shop/api-contract/decoders/store-info';
import { type Texts, useTexts } from '@shop/language/texts';
import { useSettings } from '@shop/settings/use-settings';
import { useEffect } from 'react';
import { contentApi } from '../../api/content.endpoints';

export type ConnectionTest = {
  /** Absolute URL of the request. */
  url: string;
  /** Sends the request again. */
  retry: () => void;
} & ({ kind: 'testing' } | { kind: 'connected'; body: StoreInfoBody } | { kind: 'failed'; message: string });

/** Returns the message of a failed test. Specification 8 "Other". */
function getFailureMessage({ kind, message }: ApiError, t: Texts): string {
  return kind === 'malformed'
    ? t('Unexpected error: {message}', { message })
    : t('Connection failed. Check console for details.');
}

/**
 * Requests store information when the page opens and on each `retry`, and logs the response or the error.
 *
 * The response is logged as a warning, because the lint rules permit errors and warnings only.
 *
 * @see Specification 2 "API test" and 7, GET /storeInfo
 */
export function useConnectionTest(): ConnectionTest {
  const t = useTexts();
  const { apiBase } = useSettings();
  const { data, error, isFetching, refetch } = contentApi.useContentConnectionTestQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const url = `${apiBase}/storeInfo`;

  useEffect(() => {
    if (isFetching) return;
    if (error) console.error(`GET ${url} failed:`, error);
    else if (data) console.warn(`GET ${url} answered:`, data);
  }, [url, isFetching, error, data]);

  const base = { url, retry: () => void refetch() };
  if (error && !isFetching) return { ...base, kind: 'failed', message: getFailureMessage(toApiError(error), t) };
  return data && !isFetching ? { ...base, kind: 'connected', body: data } : { ...base, kind: 'testing' };
}
