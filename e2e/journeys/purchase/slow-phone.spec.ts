import { expect as expectSoon, test } from '../../fixtures/shop';
import { phone, slowDown } from '../../fixtures/slow-phone';

test.use(phone);

/** Slow steps finish within this time; benchmarks measure how fast. In milliseconds. */
const expect = expectSoon.configure({ timeout: 60_000 });

test('on a slow phone the purchase finishes, and a second tap on Place Order creates no second order', async ({
  page,
  cart,
  login,
  checkout,
  payment,
  orders,
  shopper,
  storeApi,
  consoleErrors,
}) => {
  test.setTimeout(300_000);
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 12 });
  const simple = data.find(
    ({ attributes }) => !attributes.some(({ key, value }) => /^sizes?$/i.test(key) && value.length > 1),
  );
  if (!simple) throw new Error('the catalogue has no kitchen tool without sizes');
  const main = page.getByRole('main');
  await slowDown(page);

  await page.goto('/');
  await expect(main.getByRole('heading', { level: 1, name: 'Elevate Your Culinary Experience' })).toBeVisible();
  await main.getByRole('link', { name: 'Browse Collection' }).first().tap();
  await main
    .getByRole('link', { name: /^Kitchen Tools/ })
    .first()
    .tap();
  await expect(main.getByRole('heading', { level: 1, name: 'Kitchen Tools' })).toBeVisible();
  await main.getByRole('article', { name: simple.title }).getByRole('link').first().tap();
  await expect(main.getByRole('heading', { level: 1, name: simple.title })).toBeVisible();
  await main.getByRole('button', { name: 'Add to Cart' }).first().tap();

  await expect(page).toHaveURL('/cart');
  await expect(cart.lines).toHaveCount(1);
  await main.getByRole('button', { name: 'Checkout' }).tap();
  await expect(login.heading).toBeVisible();
  await login.signIn(shopper);
  await expect(checkout.heading).toBeVisible();
  await checkout.fillAddress();
  await page.getByRole('button', { name: 'Place Order' }).dblclick();

  await expect(payment.heading).toBeVisible();
  const orderId = new URL(page.url()).searchParams.get('orderId') ?? '';
  await payment.chooseMethod('Card');
  await payment.agree();
  await payment.pay();
  // The bank's page has no icon.
  consoleErrors.expect(/favicon\.ico/);
  await expect(payment.bankHeading).toBeVisible();
  await payment.confirmAtBank();
  await expect(main.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  await main.getByRole('link', { name: /orders/i }).tap();
  await expect(orders.order(orderId)).toContainText('Processing');
  await expect(main.getByRole('article')).toHaveCount(1);
});
