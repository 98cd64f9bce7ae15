import { translateTexts } from '@shop/testing/translate-texts';
import { Badge, Button, IconButton, TextLink, Typography } from '@shop/ui/core';
import { render, screen } from '@testing-library/react';
import { createRef } from 'react';

it('a button submits a form only when it asks for it', () => {
  render(
    <>
      <Button>Pay later</Button>
      <Button type="submit">Pay now</Button>
      <IconButton aria-label="Dismiss" />
    </>,
  );
  expect(screen.getByRole('button', { name: 'Pay later' })).toHaveAttribute('type', 'button');
  expect(screen.getByRole('button', { name: 'Pay now' })).toHaveAttribute('type', 'submit');
  expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveAttribute('type', 'button');
});

it('a button passes its class, its ref and its attributes to another element', () => {
  const ref = createRef<HTMLAnchorElement>();
  render(
    <Button component="a" href="/cart" ref={ref} className="own" variant="contained" aria-current="page">
      Cart
    </Button>,
  );
  const link = screen.getByRole('link', { name: 'Cart' });
  expect(link).toHaveClass('button', 'contained', 'own');
  expect(link).toHaveAttribute('aria-current', 'page');
  expect(link).not.toHaveAttribute('type');
  expect(ref.current).toBe(link);
});

it('a disabled button and a disabled link say so and leave the tab order', () => {
  render(
    <>
      <Button disabled>Pay</Button>
      <Button component="a" href="/cart" disabled>
        Cart
      </Button>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Pay' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Cart' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('link', { name: 'Cart' })).toHaveAttribute('tabindex', '-1');
});

it('a button that renders as another element has the role of a button', () => {
  render(<Button component="label">Choose a file</Button>);
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument();
});

it.each([
  ['a button', {}],
  ['a button with icons', { startIcon: <svg />, endIcon: <svg /> }],
])('%s shows its new text in a page that the browser translates', (_name, icons) => {
  const { container, rerender } = render(<Button {...icons}>Pay Now</Button>);
  translateTexts(container);
  rerender(<Button {...icons}>Processing...</Button>);
  expect(container).toHaveTextContent(/^Processing\.\.\.$/);
  rerender(
    <Button startIcon={<i>1</i>} {...icons}>
      Pay Now
    </Button>,
  );
  expect(screen.getByRole('button')).toHaveTextContent(/Pay Now$/);
});

it('a text has the element of its variant unless another is named', () => {
  render(
    <>
      <Typography variant="h2">Delivery</Typography>
      <Typography variant="h3" component="h1">
        Cart
      </Typography>
      <Typography tone="secondary">Inclusive of all taxes</Typography>
    </>,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Delivery' })).toHaveClass('h2');
  expect(screen.getByRole('heading', { level: 1, name: 'Cart' })).toHaveClass('h3');
  expect(screen.getByText('Inclusive of all taxes').tagName).toBe('P');
  expect(screen.getByText('Inclusive of all taxes')).toHaveClass('body1', 'secondary');
});

it('a badge shows no 0 and no number above its maximum', () => {
  const { container, rerender } = render(<Badge content={0} />);
  expect(container).toHaveTextContent(/^$/);
  rerender(<Badge content={99} />);
  expect(container).toHaveTextContent(/^99$/);
  rerender(<Badge content={100} />);
  expect(container).toHaveTextContent(/^99\+$/);
});

it('a link in a text is an anchor, or a button without a type of its own', () => {
  render(
    <>
      <TextLink href="/policies">Policies</TextLink>
      <TextLink component="button">Choose again</TextLink>
    </>,
  );
  expect(screen.getByRole('link', { name: 'Policies' })).toHaveClass('link', 'hover');
  expect(screen.getByRole('button', { name: 'Choose again' })).toHaveAttribute('type', 'button');
});
