import type { Locator, Page } from '@playwright/test';
import { createHindi } from '../../fixtures/hindi';
import { expect, test } from '../../fixtures/shop';
import type { ApiProduct } from '../../fixtures/store-api';

/*
 * Products of mf-catalog in the slot of other remotes' screens.
 */
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });

/** Adds the first product of a section from its card. @returns Its card. */
async function addFirst(page: Page, name: string): Promise<Locator> {
  const card = section(page, name).getByRole('article').first();
  await card.hover();
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  return card;
}

async function storeCart(page: Page, { id, title, imgUrl, regularPrice, discountedPrice }: ApiProduct) {
  const cart = [{ id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 1 }];
  // A later page of the test keeps what the shopper has added.
  await page.addInitScript(
    (text) => localStorage.getItem('cart') ?? localStorage.setItem('cart', text),
    JSON.stringify(cart),
  );
}

test('a shopper adds a product that goes well with the cart without leaving it', async ({
  page,
  cart,
  header,
  storeApi,
}) => {
  await storeCart(page, await storeApi.simpleProduct());
  await cart.open();
  await expect(cart.lines).toHaveCount(1);
  const card = await addFirst(page, 'Goes well with it');
  await expect(cart.lines).toHaveCount(2);
  const name = await card.getByRole('heading').textContent();
  await expect(cart.lines.last()).toContainText(name ?? '?');
  await expect(header.toasts).toContainText('Added to cart');
  await expect(header.cart(2)).toBeVisible();
  await expect(page).toHaveURL('/cart');
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeFocused();
});

test('an empty cart shows its message first and popular products below', async ({ page, cart, header }) => {
  await cart.open();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeInViewport();
  await addFirst(page, 'Popular products');
  await expect(header.cart(1)).toBeVisible();
  await expect(cart.lines).toHaveCount(1);
});

test('the thank-you page shows products that go well with the order, and adds one to the cart', async ({
  page,
  header,
  placeOrder,
}) => {
  const order = await placeOrder();
  await page.goto(`/order-success?orderId=${order}`);
  await expect(page.getByRole('region', { name: `Order ${order}` })).toBeVisible();
  await addFirst(page, 'Goes well with it');
  await expect(header.cart(1)).toBeVisible();
  await expect(page).toHaveURL(`/order-success?orderId=${order}`);
});

test('the server draws popular products on the 404 page, in the language of the page', async ({
  page,
  request,
  header,
  consoleErrors,
}) => {
  consoleErrors.expect(/404/);
  const titles = { '': 'Popular products', '/hi': createHindi('mf-catalog')('Popular products') };
  for (const [prefix, title] of Object.entries(titles)) {
    const html = async () => (await request.get(`${prefix}/no/such/page`)).text();
    await expect.poll(html).toMatch(new RegExp(`<h1.*</h1>.*<h2[^>]*>${title}</h2>(.*<article){4}`, 's'));
  }
  await page.goto('/no/such/page');
  await addFirst(page, 'Popular products');
  await expect(header.cart(1)).toBeVisible();
  await expect(page).toHaveURL('/no/such/page');
});

test.describe('with a catalogue that fails, cart and thank-you page have no trace of suggestions:', () => {
  const failures = [
    ['its code', '**/r/mf-catalog/**', /mf-catalog|ERR_FAILED/],
    ['its products', '**/api/v1/products?*', /mf-catalog|ERR_FAILED|500/],
  ] as const;

  for (const [what, address, errors] of failures) {
    test(what, async ({ page, cart, storeApi, placeOrder, consoleErrors }) => {
      consoleErrors.expect(errors);
      const order = await placeOrder();
      await storeCart(page, await storeApi.simpleProduct());
      await page.route(address, (route) => route.abort());
      const expectNoTrace = async () => {
        await page.waitForLoadState('networkidle');
        await expect(section(page, 'Goes well with it')).toHaveCount(0);
        await expect(section(page, 'Popular products')).toHaveCount(0);
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
      };
      await cart.open();
      await expect(cart.lines).toHaveCount(1);
      await expectNoTrace();
      await page.goto(`/order-success?orderId=${order}`);
      await expect(page.getByRole('region', { name: `Order ${order}` })).toBeVisible();
      await expectNoTrace();
    });
  }
});
