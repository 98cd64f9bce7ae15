import { expect as expectSoon, test } from '../../fixtures/shop';
import { phone, slowDown } from '../../fixtures/slow-phone';

test.use(phone);

/** Slow steps finish within this time; benchmarks measure how fast. In milliseconds. */
const expect = expectSoon.configure({ timeout: 60_000 });

/** Opens a page on a slow phone. Resolves when its content shows, before its scripts have loaded. */
test.beforeEach(async ({ page }) => slowDown(page));

test('a tap on Add to Cart before the scripts have loaded adds the product once', async ({
  page,
  cart,
  productPage,
  storeApi,
}) => {
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 12 });
  const simple = data.find(({ attributes }) => !attributes.some(({ key }) => /^sizes?$/i.test(key)));
  if (!simple) throw new Error('the catalogue has no kitchen tool without sizes');
  await page.goto(`/product/${simple.id}`, { waitUntil: 'commit' });
  await expect(productPage.heading(simple.title)).toBeVisible();
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first();
  await add.tap();
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await add.tap();
  await expect(page).toHaveURL('/cart');
  await expect(cart.lines).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
});

test('a size, a quantity and Add to Cart chosen at once reach the cart', async ({ page, cart, storeApi }) => {
  const { product } = await storeApi.productWithSizes();
  await page.goto(`/product/${product.id}`, { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await main.getByRole('radio').nth(1).check({ force: true });
  const size = await main.getByRole('radio').nth(1).getAttribute('value');
  await main.getByRole('button', { name: 'Increase quantity' }).tap();
  await main.getByRole('button', { name: 'Add to Cart' }).first().tap();
  await expect(page).toHaveURL('/cart');
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines.first()).toContainText(`Size ${size}`);
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
});

test('the menu and the theme switch answer taps made at once', async ({ page, header }) => {
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await header.themeSwitch.tap();
  await header.menu.tap();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).not.toBeNull();
});

test('an email typed into the newsletter at once is subscribed', async ({ page, header }) => {
  await page.goto('/', { waitUntil: 'commit' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('asha@example.com');
  await page.getByRole('button', { name: 'Subscribe' }).tap();
  await expect(header.toasts).toContainText('Subscribed!');
  await expect(email).toHaveValue('');
});
