import { expect, test } from '../../fixtures/shop';

test('printed orders and policies contain no controls', async ({
  page,
  orders,
  header,
  shopper,
  signedIn,
  storeApi,
}) => {
  const { data } = await storeApi.products({ category: 'cookware', limit: 1 });
  const product = data[0];
  const id = await storeApi.placeOrder(await signedIn(shopper), product?.id ?? '');
  await orders.open();
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Track Order' }).first()).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: `Order ${id}` })).toBeVisible();
  await expect(page.getByText(product?.title ?? '?')).toBeVisible();
  for (const unused of [page.getByRole('banner'), page.getByRole('contentinfo'), header.toasts]) {
    await expect(unused).toBeHidden();
  }
  await expect(page.getByRole('button', { name: /^Copy the number/ })).toHaveCount(0);

  await page.goto('/refund');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
});
