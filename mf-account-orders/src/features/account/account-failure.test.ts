import type { ApiError } from '@shop/api-client/api-error';
import { formatAccountFailure } from './use-account';

describe('formatAccountFailure', () => {
  it.each<[string, ApiError, string]>([
    [
      'the status of a response',
      { kind: 'status', status: 503, message: 'Down for maintenance' },
      'Failed to load account information (Status: 503)',
    ],
    [
      'that no response arrived',
      { kind: 'no-response', message: 'TypeError: fetch failed' },
      'Failed to load account information (No response received)',
    ],
    [
      'the message of an unreadable response',
      { kind: 'malformed', message: 'the account has no name' },
      'Failed to load account information: the account has no name',
    ],
  ])('names %s', (_case, error, message) => {
    expect(formatAccountFailure(error)).toBe(message);
  });

  it('asks the shopper to refresh the page when the error has no message [8.account-05]', () => {
    expect(formatAccountFailure({ kind: 'malformed', message: '' })).toBe(
      'Failed to load account information. Please refresh the page to try again.',
    );
  });
});
