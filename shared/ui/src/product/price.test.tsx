import { translateTexts } from '@shop/testing/translate-texts';
import { Price } from '@shop/ui/price';
import { render } from '@testing-library/react';

it('shows new prices in a page that the browser translates', () => {
  const { container, rerender } = render(<Price price={3990} originalPrice={4850} />);
  translateTexts(container);
  rerender(<Price price={3490} originalPrice={4990} />);
  expect(container).toHaveTextContent(/^₹3,490Original price ₹4,990$/);
});
