import { translateTexts } from '@shop/testing/translate-texts';
import { render } from '@testing-library/react';
import { Pager } from './pager';

it('shows the number of the picture in a page that the browser translates', () => {
  const show = () => undefined;
  const { container, rerender } = render(<Pager index={0} count={3} show={show} />);
  translateTexts(container);
  rerender(<Pager index={1} count={3} show={show} />);
  expect(container).toHaveTextContent(/^2 \/ 3$/);
});
