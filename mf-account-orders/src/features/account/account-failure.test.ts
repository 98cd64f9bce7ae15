import { accountFailureMessage } from './account-failure';

it('has words of its own for a failure without any [8.account-05]', () => {
  expect(accountFailureMessage({ kind: 'malformed', message: '' })).toBe(
    'Failed to load account information. Please refresh the page to try again.',
  );
});
