import type { ApiError } from '@shop/api-client/api-error';

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
