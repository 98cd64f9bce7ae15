import { Checkbox, ControlsTheme } from '@shop/ui/controls';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

it('shows a focus outline on the controls of MUI, which has a ripple instead', async () => {
  render(
    <ControlsTheme>
      <Checkbox slotProps={{ input: { 'aria-label': 'Remember me' } }} />
    </ControlsTheme>,
  );
  const checkbox = screen.getByRole('checkbox', { name: 'Remember me' });
  const root = checkbox.closest('.MuiButtonBase-root') as Element;
  expect(getComputedStyle(root).outline).not.toContain('solid');
  await userEvent.setup({ delay: null }).tab();
  expect(checkbox).toHaveFocus();
  expect(getComputedStyle(root).outline).toContain('2px solid');
});
