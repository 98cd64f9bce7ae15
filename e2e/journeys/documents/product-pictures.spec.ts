import { expect, test } from '../../fixtures/shop';

test('a product with several pictures shows each of them in large', async ({ page, productPage, storeApi }) => {
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
