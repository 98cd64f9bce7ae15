import { translateTexts } from '@shop/testing/translate-texts';
import { expect, test } from '../../fixtures/shop';

test.describe('in a browser that translates the page', () => {
  test.afterEach(async ({ page, unavailable }) => {
    expect(await page.getByRole('main').locator('font').count()).toBeGreaterThan(0);
    await expect(unavailable.heading).toHaveCount(0);
  });

  test('a second search, and a filter after a sort order, show one number of products', async ({ page }) => {
    const count = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /\d product/ });
    await page.goto('/search?q=kurta');
    await page.evaluate(translateTexts, undefined);
    await expect(count).toHaveText(/^\d+ products?$/);
    const field = page.getByLabel('Search products');
    await field.fill('saree under 5000');
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Results for “saree”' })).toBeVisible();
    await expect(count).toHaveText(/^\d+ products?$/);

    await page.goto('/products?category=men');
    await page.evaluate(translateTexts, undefined);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
    await expect(page).toHaveURL(/sort=price-asc/);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('group', { name: 'Colour' }).getByRole('checkbox').first().check();
    await expect(page).toHaveURL(/colour=/);
    await expect(count).toHaveText(/^\d+ products?\. Sort by: Price: low to high$/);
  });

  test('cart and checkout show the amounts of each quantity', async ({
    page,
    cart,
    checkout,
    payment,
    productPage,
    shopper,
    signedIn,
    storeApi,
  }) => {
    await signedIn(shopper);
    const main = page.getByRole('main');
    const { id, regularPrice, discountedPrice } = await storeApi.simpleProduct();
    const format = (quantity: number) => `₹${((discountedPrice ?? regularPrice) * quantity).toLocaleString('en-IN')}`;
    const row = (name: string) => main.getByText(name, { exact: true }).locator('xpath=ancestor::dt/parent::*');
    await productPage.open(id);
    await page.evaluate(translateTexts, undefined);
    await productPage.addToCart();
    for (const quantity of [1, 2]) {
      if (quantity > 1) await cart.lines.getByRole('button', { name: 'Increase quantity' }).click();
      await expect(cart.lines.getByText('Line total:').locator('xpath=ancestor::p')).toHaveText(
        `Line total: ${format(quantity)}`,
      );
      for (const name of ['Subtotal', 'Total']) await expect(row(name)).toHaveText(`${name}${format(quantity)}`);
    }
    await cart.checkout();
    await expect(checkout.heading).toBeVisible();
    await expect(row('Total')).toHaveText(`Total${format(2)}`);
    await checkout.fillAddress();
    await checkout.placeOrder();
    await expect(payment.heading).toBeVisible();
    await expect(main.getByText('Amount:').locator('xpath=ancestor::p')).toHaveText(`Amount: ${format(2)}`);
  });

  test('the payment form returns when the page of the bank does not load', async ({ page, payment, placeOrder }) => {
    const main = page.getByRole('main');
    const submit = main.locator('button[type="submit"]');
    const status = main.getByText('Taking you to the payment provider…');
    await page.route('**/sandbox/pay**', (route) => route.abort('aborted'));
    await page.goto(`/payment?orderId=${await placeOrder()}`);
    await page.evaluate(translateTexts, undefined);
    await payment.chooseMethod('Card');
    await payment.agree();
    for (const goBack of [
      () => page.getByRole('button', { name: 'Pay another way' }).click(),
      () => page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    ]) {
      await payment.pay();
      await expect(submit).toHaveText('Processing...');
      await expect(status).toBeVisible();
      await goBack();
      await expect(submit).toHaveText('Pay Now');
      await expect(submit).toBeEnabled();
      await expect(status).toHaveCount(0);
    }
  });
});
