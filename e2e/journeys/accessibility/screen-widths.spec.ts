import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

/** CSS pixels: narrower windows count as phones. */
const mobileBreakpoint = 768;

test('a bottom bar appears under 768 px [2.footer-07 9.constants-16]', async ({ page, header }) => {
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  await page.setViewportSize({ width: mobileBreakpoint, height: 900 });
  await page.goto('/cart');
  await expect(header.cart()).toBeVisible();
  await expect(bar).toBeHidden();
  await page.setViewportSize({ width: mobileBreakpoint - 1, height: 900 });
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('link')).toHaveText([/Home/, /Category/, /My Account/, /Cart/]);
});

test('a list has three or two columns and a toggle from 768 px [2.products-09 2.products-10 9.constants-15 9.constants-16]', async ({
  page,
  productList,
}) => {
  const columns = () =>
    productList.cards.evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
  await page.setViewportSize({ width: mobileBreakpoint, height: 900 });
  await productList.open('women');
  await expect(productList.cards).toHaveCount(12);
  await expect.poll(columns).toBe(3);
  await productList.gridView(2).click();
  await expect.poll(columns).toBe(2);
  await page.setViewportSize({ width: mobileBreakpoint - 1, height: 900 });
  await expect(productList.gridView(2)).toBeHidden();
  await expect(productList.gridView(3)).toBeHidden();
});

test('a card shows its buttons on hover [2.card-05]', async ({ page, productList }) => {
  await productList.open('kitchen-tools');
  const card = productList.cards.first();
  const overlay = card.getByRole('button', { name: 'Add to Cart' }).locator('..');
  await page.mouse.move(0, 0);
  await expect(overlay).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(overlay).toHaveCSS('opacity', '1');
  for (const title of ['Add to Wishlist', 'Quick View', 'Product Details']) {
    await expect(card.getByTitle(title)).toBeVisible();
  }
});

test('inline options of a payment field are on one line [R.31-3]', async ({ page, placeOrder }) => {
  const bank = { name: 'bank', label: 'Bank', type: 'select', options: ['HDFC', 'SBI'], inline: true };
  await page.route(`${addresses.api}/payments/fields`, async (route) =>
    route.fulfill({ response: await route.fetch(), json: [bank] }),
  );
  await page.goto(`/payment?orderId=${await placeOrder()}`);
  const [first, second] = await Promise.all(
    ['HDFC', 'SBI'].map((name) => page.getByRole('radio', { name }).boundingBox()),
  );
  expect(first?.y).toBe(second?.y);
  expect(first?.x).toBeLessThan(second?.x ?? 0);
});
