import { render, screen } from '@testing-library/react';
import { PageHeading, type PageHeadingProps } from './page-heading';

const show = (props: Partial<PageHeadingProps> = {}) =>
  render(
    <main tabIndex={-1}>
      <PageHeading {...props}>Cart</PageHeading>
    </main>,
  );

describe('PageHeading', () => {
  it('does not take the focus on a first load', () => {
    show();
    expect(document.body).toHaveFocus();
  });

  it('takes the focus with takesFocus', () => {
    show({ takesFocus: true });
    expect(screen.getByRole('heading', { level: 1, name: 'Cart' })).toHaveFocus();
  });
});
