import { expect, test } from '../../fixtures/shop';
import { phone } from '../../fixtures/slow-phone';

test('each category tile of home and of the products page shows a different picture [2.products-02 3.store-06]', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await page.goto('/');
  const ofHome = main.getByRole('region', { name: 'Premium Kitchen Essentials' }).getByRole('link').locator('img');
  await expect(ofHome).toHaveCount(3);
  for (const at of [0, 1, 2]) await ofHome.nth(at).scrollIntoViewIfNeeded();
  await expect.poll(() => ofHome.evaluateAll(countLoaded)).toBe(3);

  await page.goto('/products');
  const ofProducts = main.getByRole('link', { name: /Browse Collection$/ }).locator('img');
  await expect(ofProducts).toHaveCount(3);
  await expect.poll(() => ofProducts.evaluateAll(countLoaded)).toBe(3);
});

/** Counts the different pictures that have loaded. */
function countLoaded(pictures: Element[]): number {
  const loaded = pictures.filter((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0);
  return new Set(loaded.map((picture) => (picture as HTMLImageElement).currentSrc)).size;
}

test('a product with several pictures shows a large view of each', async ({ page, productPage, storeApi }) => {
  const { data } = await storeApi.products({ category: 'cookware', limit: 12 });
  const product = data.find(({ images }) => images.length > 1);
  if (!product) throw new Error('No cookware has a second view: the catalogue of this test should.');
  await productPage.open(product.id);
  await expect(productPage.views()).toHaveCount(product.images.length);
  for (const [at, { alt }] of product.images.entries()) {
    await productPage.views().nth(at).click();
    await expect(productPage.views().nth(at)).toHaveAttribute('aria-pressed', 'true');
    const large = page.getByRole('main').getByRole('img', { name: alt, exact: true });
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test.describe('on a phone of three pixels per CSS pixel', () => {
  // Without the layout of 980 px that Chromium's emulation of a mobile page can begin with.
  test.use({ ...phone, isMobile: false });

  for (const { address, picture, width } of [
    { address: '/', picture: 'hero-portrait', width: 672 },
    { address: '/products?category=cookware', picture: '[a-z-]+-1', width: 480 },
  ]) {
    test(`${address} requests its largest picture once, with ${width} pixels`, async ({ page }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(address);
      const largest = page.locator('main img[fetchpriority=high]');
      const readFile = () => largest.evaluate((image: HTMLImageElement) => (image.complete ? image.currentSrc : ''));
      await expect.poll(readFile).toMatch(new RegExp(`/${picture}-${width}\\.`));
      const ofAnyWidth = (await readFile()).replace(/\d+\.[^/]*$/, '');
      expect(requested.filter((url) => url.startsWith(ofAnyWidth))).toHaveLength(1);
    });
  }
});
