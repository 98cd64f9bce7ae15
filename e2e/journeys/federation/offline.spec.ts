import { expect, test } from '../../fixtures/shop';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

test('the cart and the sign-in of the orders open without a network after a visit of another page only', async ({
  page,
  context,
  consoleErrors,
  header,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|does not fill screen.suggestions/);
  await page.goto('/contact');
  const isStored = () =>
    page.evaluate(async () => {
      const files = (await caches.keys()).find((name) => name.startsWith('shop-files'));
      const stored = files ? await (await caches.open(files)).keys() : [];
      // The worker stores the files of the cart, of the orders and then of home.
      return stored.some(({ url }) => /\/mf-catalog\/.*\/home\.js$/.test(url));
    });
  await expect.poll(isStored).toBe(true);
  await context.setOffline(true);
  await header.cart().click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.goto('/orders');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('visited pages, the cart and the menu work offline on a phone', async ({
  page,
  context,
  header,
  productList,
  productPage,
  cart,
  storeApi,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|cannot be shown/);
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 12 });
  const title = data.find(({ attributes }) => !attributes.some(({ key }) => /^sizes?$/i.test(key)))?.title ?? '?';

  const menu = page.getByRole('dialog', { name: 'Menu' });
  const lookAtMenu = async () => {
    await header.menu.click();
    await expect(menu).toBeVisible();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
  };
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible();
  // The drawer loads on the first tap.
  await lookAtMenu();
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await productList.open('kitchen-tools');
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(productPage.heading(title)).toBeVisible();
  await productPage.addToCart();
  await expect(cart.lines).toHaveCount(1);
  await page.goBack();
  await expect(productPage.heading(title)).toBeVisible();
  // The service worker caches the visited page and the screens of a shopper without a network a moment later.
  const isStored = () =>
    page.evaluate(async () => (await caches.keys()).length === 3 && (await caches.match('/')) !== undefined);
  await expect.poll(isStored).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(productPage.heading(title)).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeInViewport();
  await lookAtMenu();
  await header.cart().click();
  await expect(cart.lines).toHaveCount(1);
  await productPage.increaseQuantity();
  await expect(header.cart(2)).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Elevate Your Culinary Experience' })).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(header.cart(2)).toBeVisible();
});
