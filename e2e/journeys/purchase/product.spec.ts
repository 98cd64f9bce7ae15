import type { Locator } from '@playwright/test';
import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

test.use(phone);

test('a shopper with a phone opens a product from a list, swipes, zooms, shares its link and adds it to the cart', async ({
  page,
  context,
  storeApi,
  productList,
  productPage,
  cart,
  header,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { data } = await storeApi.products({ category: 'cookware', limit: 12 });
  const product = data.find(({ images }) => images.length > 1);
  if (!product) throw new Error('No cookware has a second view: the catalogue of this test should.');
  const { id, title, images } = product;

  await test.step('the page shows what the list has before its own response arrives', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/products/${id}`, (route) => isReleased.then(() => route.continue()));
    await productList.open('cookware');
    await productList.card(title).getByRole('link', { name: title }).tap();
    await expect(productPage.heading(title)).toBeVisible();
    await expect(page.getByRole('main').getByText(/^₹/).first()).toBeInViewport();
    const response = page.waitForResponse(`**/products/${id}`);
    release();
    await response;
    await expect(productPage.heading(title)).toBeVisible();
  });

  const row = page.getByRole('list', { name: title });
  await test.step('a swipe shows the second picture', async () => {
    await swipeLeft(row);
    await expect(page.getByText(`2 / ${images.length}`)).toBeVisible();
    await expect(row.getByRole('img', { name: images[1]?.alt ?? '?' })).toBeInViewport();
  });

  await test.step('a tap on the picture opens it in the whole window, where a tap enlarges it', async () => {
    const zoom = row.getByRole('button', { name: 'Zoom picture 2' });
    await zoom.tap();
    const dialog = page.getByRole('dialog');
    const enlarge = dialog.getByRole('button', { name: `Zoom in: ${images[1]?.alt}` });
    const before = await enlarge.boundingBox();
    await enlarge.tap();
    const after = await dialog.getByRole('button', { name: /^Zoom out/ }).boundingBox();
    expect(after?.width).toBeGreaterThan(2 * (before?.width ?? 0));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(zoom).toBeFocused();
  });

  await test.step('a browser without a share sheet copies the link', async () => {
    await page.getByRole('button', { name: 'Copy link' }).tap();
    await expect(header.toasts.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/product/${id}`, page.url()).href);
  });

  await productPage.addToCart();
  await expect(cart.lines).toContainText(title);
});

/** Swipes from right to left with a finger, which rests before it leaves the screen. Chromium only. */
async function swipeLeft(element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const devtools = await element.page().context().newCDPSession(element.page());
  const start = { x: x + width * 0.9, y: y + height / 2 };
  await devtools.send('Input.synthesizeScrollGesture', {
    ...start,
    xDistance: -0.8 * width,
    gestureSourceType: 'touch',
  });
}
