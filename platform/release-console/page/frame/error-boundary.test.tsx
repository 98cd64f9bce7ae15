import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useHashRoute } from '../components/hash-route';
import { ErrorBoundary } from './error-boundary';

function FailingView() {
  const { env } = useHashRoute();
  if (env === 'staging') throw new Error('apps is undefined');
  return <h1>Live</h1>;
}

test('shows the error of a failed view and leads back to the live view', async () => {
  // React reports a caught render error on the console.
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  location.hash = '#/staging/live';
  render(
    <ErrorBoundary>
      <FailingView />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('apps is undefined');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the live view' }));
  expect(await screen.findByRole('heading', { name: 'Live' })).toBeInTheDocument();
  consoleError.mockRestore();
});
