import { Button, CssBaseline, IconButton, ThemeProvider } from '@shop/ui/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createShopTheme } from './theme';

it('shows a focus outline on links and buttons', async () => {
  render(
    <ThemeProvider theme={createShopTheme()}>
      <CssBaseline />
      <Button>Pay</Button>
      <IconButton aria-label="Cart" />
      <a href="/cart">Cart page</a>
    </ThemeProvider>,
  );
  const user = userEvent.setup({ delay: null });
  for (const name of ['Pay', 'Cart', 'Cart page']) {
    await user.tab();
    const { outline } = getComputedStyle(document.activeElement as Element);
    expect(document.activeElement).toHaveAccessibleName(name);
    expect(outline).toContain('2px solid');
  }
  expect(getComputedStyle(screen.getByRole('button', { name: 'Pay' })).outline).not.toContain('solid');
});
