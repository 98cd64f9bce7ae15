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

test('a long category name stays inside its card', async ({ page, productList }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await productList.open('kitchen-storage-and-containers');
  await expect(productList.cards.first()).toContainText('Kitchen Storage and Containers');
  const overflowing = () =>
    productList.cards.evaluateAll((cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).length);
  expect(await overflowing()).toBe(0);
});

/** Counts the lines of an element's text. */
const countLines = (element: Element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
};

test('on a phone of 360 px, amounts beside a long name and the number of an order stay on one line', async ({
  page,
  shopper,
  signedIn,
  storeApi,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const token = await signedIn(shopper);
  const { data } = await storeApi.products({ category: 'cookware', limit: 100 });
  const product = data.find(({ title }) => title.length > 60);
  const id = await storeApi.placeOrder(token, product?.id ?? '', 3);
  await page.goto(`/payment?orderId=${id}`);
  const amounts = page.getByRole('main').getByRole('definition');
  await expect(amounts).toHaveCount(2);
  await expect.poll(() => amounts.first().evaluate(countLines)).toBe(1);
  await page.goto(`/orders/${id}`);
  const number = page.getByRole('heading', { level: 1 }).getByText(id, { exact: true });
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay Now' })).toBeVisible();
  await expect.poll(() => number.evaluate(countLines)).toBe(1);
});

test('on a low phone, the first button of the home page is above the bottom bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const button = await page.getByRole('main').getByRole('link', { name: 'Browse Collection' }).boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
  expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0);
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

test('inline options of a payment field are on one line [R.31-3]', async ({ page, shopper, signedIn }) => {
  await signedIn(shopper);
  const bank = { name: 'bank', label: 'Bank', type: 'select', options: ['HDFC', 'SBI'], inline: true };
  await page.route(`${addresses.api}/payments/fields`, async (route) =>
    route.fulfill({ response: await route.fetch(), json: [bank] }),
  );
  await page.goto('/payment?orderId=TT-1');
  const [first, second] = await Promise.all(
    ['HDFC', 'SBI'].map((name) => page.getByRole('radio', { name }).boundingBox()),
  );
  expect(first?.y).toBe(second?.y);
  expect(first?.x).toBeLessThan(second?.x ?? 0);
});
