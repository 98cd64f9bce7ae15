import { createHindi } from '../../fixtures/hindi';
import {
  addFirstSuggestion,
  addWhatGoesWell,
  expectNoSuggestions,
  openCartWithoutSuggestions,
} from '../../fixtures/remote-journeys';
import { expect, test } from '../../fixtures/shop';

/*
 * Products of mf-catalog in the slot of other remotes' screens.
 */

test('a shopper adds a product that goes well with the cart without leaving it', async ({
  page,
  cart,
  header,
  storeApi,
}) => {
  await addWhatGoesWell({ page, cart, header, storeApi });
});

test('an empty cart shows its message first, and popular products below at the first input', async ({
  page,
  cart,
  header,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await cart.open();
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeInViewport();
  await page.waitForLoadState('networkidle');
  expect(requested.filter((url) => /\/r\/mf-catalog\/|\/products/.test(url))).toEqual([]);
  await addFirstSuggestion(page, 'Popular products');
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
  await addFirstSuggestion(page, 'Goes well with it');
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
  await addFirstSuggestion(page, 'Popular products');
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
      await page.route(address, (route) => route.abort());
      await openCartWithoutSuggestions({ page, cart, storeApi });
      await page.goto(`/order-success?orderId=${order}`);
      await expect(page.getByRole('region', { name: `Order ${order}` })).toBeVisible();
      await expectNoSuggestions(page);
    });
  }
});
