import { accountFailureMessage } from './account-failure';

it('has words of its own for a failure without any', () => {
  expect(accountFailureMessage({ kind: 'malformed', message: '' })).toBe(
    'Failed to load account information. Please refresh the page to try again.',
  );
});
