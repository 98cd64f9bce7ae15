import { type ApiError, toApiError } from '@shop/api-client/api-error';
import type { AccountInfo } from '@shop/api-contract/decoders/user';
import { type Texts, useTexts } from '@shop/language/texts';
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
  const t = useTexts();

  useEffect(() => {
    if (!error) return;
    console.error('The account did not load:', error);
    return notify({ tone: 'destructive', title: t('Error'), description: formatAccountFailure(toApiError(error), t) });
  }, [error, notify, t]);

  if (error && !isFetching) {
    return { kind: 'failed', message: formatAccountFailure(toApiError(error), t), retry: () => void refetch() };
  }
  return currentData ? { kind: 'ready', account: currentData } : { kind: 'loading' };
}

/** Formats the message of panel and toast for an account that could not be loaded. Specification 8 "Account". */
export function formatAccountFailure(error: ApiError, t: Texts): string {
  switch (error.kind) {
    case 'status':
      return t('Failed to load account information (Status: {status})', { status: error.status });
    case 'no-response':
      return t('Failed to load account information (No response received)');
    case 'malformed':
      return error.message
        ? t('Failed to load account information: {message}', { message: error.message })
        : t('Failed to load account information. Please refresh the page to try again.');
  }
}
