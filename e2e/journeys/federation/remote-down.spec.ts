import { expect, test } from '../../fixtures/shop';

test('with the cart remote down everything else works, and Try Again shows the cart after its return', async ({
  page,
  context,
  header,
  cart,
  productList,
  storeApi,
  consoleErrors,
}) => {
  consoleErrors.expect(/mf-cart-checkout|ERR_FAILED|net::/);
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 12 });
  const simple = data.find(
    ({ attributes }) => !attributes.some(({ key, value }) => /^sizes?$/i.test(key) && value.length > 1),
  );
  await context.route('**/r/mf-cart-checkout/**', (route) => route.abort());

  await productList.open('kitchen-tools');
  await productList.addToCart(simple?.title ?? '?');
  await expect(header.cart(1)).toBeVisible();
  await header.cart().click();
  await expect(page.getByRole('heading', { name: 'This section is unavailable right now' })).toBeVisible();
  await expect(header.login).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await header.category('Cookware').click();
  await expect(productList.heading('Cookware')).toBeVisible();

  await header.cart().click();
  const tryAgain = page.getByRole('button', { name: 'Try Again' });
  await expect(tryAgain).toBeVisible();
  await context.unroute('**/r/mf-cart-checkout/**');
  // The section also tries again by itself. When it is first, the button is gone.
  await tryAgain.click({ timeout: 5000 }).catch(() => expect(tryAgain).toBeHidden());
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines).toContainText(simple?.title ?? '?');
});

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
