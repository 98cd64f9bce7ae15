import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryResult, type QueryResultProps } from './query-result';

const show = (query: Partial<QueryResultProps<string>['query']>) => (
  <QueryResult query={{ isFetching: false, refetch: () => undefined, ...query }} what="changes">
    {(data) => (
      <label>
        {data} <input />
      </label>
    )}
  </QueryResult>
);
const error = { status: 502, data: { error: 'The service does not answer.' } };

it('keeps what was typed when a later load fails, and shows why', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(show({ currentData: 'Reason' }));
  await user.type(screen.getByLabelText('Reason'), 'too slow');
  rerender(show({ currentData: 'Reason', error }));
  expect(screen.getByRole('alert')).toHaveTextContent('The service does not answer.');
  expect(screen.getByLabelText('Reason')).toHaveValue('too slow');
  rerender(show({ currentData: 'Reason' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Reason')).toHaveValue('too slow');
});

it('shows why the first load fails', () => {
  const { rerender } = render(show({ isFetching: true }));
  expect(screen.getByRole('status', { name: 'Loading changes' })).toBeInTheDocument();
  rerender(show({ error }));
  expect(screen.getByRole('alert')).toHaveTextContent('The service does not answer.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
