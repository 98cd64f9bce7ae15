import { expect, test } from '../../fixtures/shop';

test('a button, and a link that looks like one, show at once that they are pressed', async ({ page, header }) => {
  await page.goto('/');
  const browse = page.getByRole('main').getByRole('link', { name: 'Browse Collection' });
  for (const control of [header.themeSwitch, header.cart(), browse]) {
    await expect(control).toHaveCSS('opacity', '1');
    await control.hover();
    await page.mouse.down();
    await expect(control).toHaveCSS('opacity', '0.7');
    // Outside of the control the press does nothing.
    await page.mouse.move(0, 300);
    await page.mouse.up();
  }
});
