import type { ApiError } from '@shop/api-client/api-error';

/** What panel and toast say when the account does not load. Specification 8 "Account". */
export function accountFailureMessage(error: ApiError): string {
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
