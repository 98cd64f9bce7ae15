import { expectLog } from '@shop/testing/console-watch';
import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from './error-boundary';

function FailingCharts(): never {
  throw new Error('apps is undefined');
}

test('shows why a part cannot be shown, with a button that reloads the page, and leaves the rest', () => {
  expectLog('apps is undefined');
  render(
    <>
      <h1>Live</h1>
      <ErrorBoundary what="The charts">
        <FailingCharts />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent(/^The charts cannot be shown.*apps is undefined/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
  expect(screen.getByRole('heading', { name: 'Live' })).toBeInTheDocument();
});
