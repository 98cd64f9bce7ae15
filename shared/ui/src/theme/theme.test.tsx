import { Checkbox, ControlsTheme, TextField } from '@shop/ui/controls';
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

it('shows a placeholder in italics and in the soft text colour, so that it does not look like a value', () => {
  render(
    <ControlsTheme>
      <TextField label="Email" placeholder="you@example.com" />
    </ControlsTheme>,
  );
  const { className } = screen.getByPlaceholderText('you@example.com');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
  const own = rules.filter((rule) => className.split(' ').some((name) => rule.startsWith(`.${name}::placeholder`)));
  expect(own.at(-1)).toMatch(/color: var\(--shop-palette-text-secondary\).*font-style: italic/s);
});
