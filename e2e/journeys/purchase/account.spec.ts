import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';
import { newShopper } from '../../fixtures/store-api';

test('a visitor registers, signs in, sees the account, signs out, and another tab follows [1.product-04 R.12-4]', async ({
  page,
  context,
  header,
  register,
  login,
  account,
}) => {
  const shopper = newShopper();
  await register.open();
  await register.register(shopper);
  await expect(page).toHaveURL('/');
  await expect(header.toasts.getByText('Account created successfully. You can now log in.')).toBeVisible();

  await header.login.click();
  await login.signIn(shopper);
  await expect(header.account).toBeVisible();
  await expect(page).toHaveURL('/');

  const otherTab = await context.newPage();
  await otherTab.goto('/products');
  await waitUntilReady(otherTab);
  const otherBanner = otherTab.getByRole('banner');
  await expect(otherBanner.getByRole('link', { name: 'Account' })).toBeVisible();

  await header.account.click();
  await expect(account.detail(shopper.email)).toBeVisible();
  await expect(account.detail(/Asha Rao/)).toBeVisible();
  await expect(account.orders).toHaveAttribute('href', '/orders');
  await account.signOut();
  await expect(header.toasts.getByText('You have been successfully logged out.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(otherBanner.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(otherBanner.getByRole('link', { name: 'Account' })).toHaveCount(0);
});
