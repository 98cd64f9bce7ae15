import { expect, test } from '../../fixtures/shop';

test('while a slow remote loads, the page says so and the rest of the shop works; its screen shows when it arrives', async ({
  page,
  header,
  productList,
}) => {
  let deliver = () => {};
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route('**/r/mf-content/**', (route) => isDelivered.then(() => route.continue()));
  await productList.open('kitchen-tools');
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
  await contact.click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible();
  await header.category('Cookware').click();
  await expect(productList.heading('Cookware')).toBeVisible();
  await contact.click();
  await expect(page).toHaveURL('/contact');
  deliver();
  await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeVisible();
  await expect(page.getByText('unavailable right now')).toBeHidden();
});
