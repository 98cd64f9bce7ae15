import { translateTexts } from '@shop/testing/translate-texts';
import { render } from '@testing-library/react';
import { StatusBadge } from './status-badge';

it('shows the new status of an order in a page that the browser translates', () => {
  const { container, rerender } = render(<StatusBadge code={0} />);
  translateTexts(container);
  rerender(<StatusBadge code={1} />);
  expect(container).toHaveTextContent(/^Processing$/);
});
