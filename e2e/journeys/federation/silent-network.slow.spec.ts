import type { Page } from '@playwright/test';
import { type OwnShop, openOwnShop } from '../../fixtures/own-shop';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';

let shop: OwnShop;

test.use({ serviceWorkers: 'allow', trace: 'off' });
test.describe.configure({ mode: 'serial' });
test.beforeEach(async () => {
  shop = await openOwnShop();
});
test.afterEach(() => shop.close());

const silentNotice = 'The network does not answer. You see what is stored on this device.';

/** Opens home and waits until the device has the shell of the cart. */
async function visit(page: Page) {
  await page.goto(`${shop.gateway.address}/`);
  await waitUntilReady(page);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  const isStored = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('shop-files'));
      const files = name ? await (await caches.open(name)).keys() : [];
      return ['cart.js', 'orders.js', 'home.js', '0.js'].every((file) =>
        files.some(({ url }) => url.endsWith(`/${file}`)),
      );
    });
  await expect.poll(isStored).toBe(true);
}

/** The worker answers after five seconds. A page without it would wait for at least 15. */
const patience = { timeout: 14_000 };

test('a silent network shows stored copies within seconds, and the page catches up when it answers', async ({
  page,
  context,
  storeApi,
  consoleErrors,
}) => {
  consoleErrors.expect(/./);
  const [product, other] = (await storeApi.products({ category: 'kitchen-tools', limit: 12 })).data;
  if (!product || !other) throw new Error('The shop has no products.');
  await visit(page);
  await page.goto(`${shop.gateway.address}/product/${product.id}`);
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title });
  await expect(heading(product.title)).toBeVisible();
  await waitUntilReady(page);
  const isCached = () => page.evaluate(async () => (await caches.match(location.href)) !== undefined);
  await expect.poll(isCached).toBe(true);

  shop.gateway.pause();
  shop.api.pause();
  void page.reload({ waitUntil: 'commit' }).catch(() => undefined);
  await expect(page.getByText(silentNotice)).toBeVisible(patience);
  await expect(heading(product.title)).toBeVisible(patience);

  const tab = await context.newPage();
  void tab.goto(`${shop.gateway.address}/cart`, { waitUntil: 'commit' }).catch(() => undefined);
  await expect(tab.getByText('Your cart is empty')).toBeVisible(patience);
  await expect(tab.getByText(silentNotice)).toBeVisible();

  void tab.goto(`${shop.gateway.address}/product/${other.id}`, { waitUntil: 'commit' }).catch(() => undefined);
  await expect(tab.getByText(silentNotice)).toBeVisible(patience);
  await expect(tab.getByText(/not on your device|Failed to load product details/)).toBeVisible(patience);

  shop.gateway.resume();
  shop.api.resume();
  await expect(page.getByText(silentNotice)).toBeHidden({ timeout: 30_000 });
  await expect(heading(product.title)).toBeVisible();
  await expect(tab.getByRole('heading', { level: 1, name: other.title })).toBeVisible({ timeout: 30_000 });
  await tab.close();
});

test('a device that has opened home and then the cart by its address shows the cart offline', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.expect(/./);
  await visit(page);
  await page.goto(`${shop.gateway.address}/cart`);
  await waitUntilReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByText('You are offline. Your cart is kept on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('a screen whose files are gone loads the document with Try Again when another composition is live', async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.expect(/./);
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  await page.goto(`${shop.gateway.address}/products?category=cookware`);
  await context.route('**/r/mf-cart-checkout/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await context.route('**/-/composition', (route) => route.fulfill({ json: { seq: 999_999 } }));
  await waitUntilReady(page);
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await expect(page.getByRole('heading', { name: 'This section is unavailable right now' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isOldDocument: true }));
  await context.unroute('**/r/mf-cart-checkout/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  expect(await page.evaluate(() => 'isOldDocument' in window)).toBe(false);
});
