import { type ApiError, toApiError } from '@shop/api-client/api-error';
import type { AccountInfo } from '@shop/api-contract/decoders/user';
import { useNotify } from '@shop/notifications/use-notify';
import { useEffect } from 'react';
import { accountOrdersApi } from '../../api/account-orders.endpoints';
import { useErrorSinceMount } from '../../api/use-error-since-mount';

export type AccountState =
  | { kind: 'loading' }
  | { kind: 'failed'; message: string; retry: () => void }
  | { kind: 'ready'; account: AccountInfo };

/** State of the account screen. A failure shows in the panel and as one toast. Specification 4 and 8 "Account". */
export function useAccount(): AccountState {
  const query = accountOrdersApi.useAccountOrdersAccountQuery();
  const { currentData, isFetching, refetch } = query;
  const error = useErrorSinceMount(query.error);
  const notify = useNotify();

  useEffect(() => {
    if (!error) return;
    console.error('The account did not load:', error);
    return notify({ tone: 'destructive', title: 'Error', description: formatAccountFailure(toApiError(error)) });
  }, [error, notify]);

  if (error && !isFetching) {
    return { kind: 'failed', message: formatAccountFailure(toApiError(error)), retry: () => void refetch() };
  }
  return currentData ? { kind: 'ready', account: currentData } : { kind: 'loading' };
}

/** Formats the message of panel and toast for an account that could not be loaded. Specification 8 "Account". */
export function formatAccountFailure(error: ApiError): string {
  const failed = 'Failed to load account information';
  switch (error.kind) {
    case 'status':
      return `${failed} (Status: ${error.status})`;
    case 'no-response':
      return `${failed} (No response received)`;
    case 'malformed':
      return error.message ? `${failed}: ${error.message}` : `${failed}. Please refresh the page to try again.`;
  }
}
