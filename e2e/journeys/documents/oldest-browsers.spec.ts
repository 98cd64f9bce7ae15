import { removeNewFeatures } from '../../fixtures/oldest-browsers';
import { expect, test } from '../../fixtures/shop';

test.beforeEach(async ({ context, page }) => {
  expect(await removeNewFeatures(context)).toBeGreaterThan(100);
  await page.goto('/shipping');
  expect(await page.evaluate(() => ['canParse' in URL, 'withResolvers' in Promise])).toEqual([false, false]);
});

test('a purchase works in the oldest browsers of the shop', async ({
  page,
  header,
  productList,
  productPage,
  cart,
  login,
  checkout,
  payment,
  shopper,
  storeApi,
}) => {
  await productList.open('women');
  await expect(productList.cards).toHaveCount(12);
  await productList.gridView(2).click();
  await expect(page).toHaveURL(/columns=2/);
  await header.search('pan');
  await expect(productList.cards.first()).toBeVisible();
  await productPage.open((await storeApi.simpleProduct()).id);
  await productPage.addToCart();
  await expect(cart.lines).toHaveCount(1);
  await cart.checkout();
  await login.signIn(shopper);
  await checkout.fillAddress();
  await checkout.placeOrder();
  await expect(payment.heading).toBeVisible();
  await payment.chooseMethod('Cash on delivery');
  await payment.agree();
  await payment.pay();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
});

for (const path of ['/', '/about', '/login', '/register', '/track-order', '/no-such-page']) {
  // `goto` waits until the page reacts to input.
  test(`${path} starts in the oldest browsers of the shop`, async ({ page, consoleErrors }) => {
    consoleErrors.expect(/404/);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
