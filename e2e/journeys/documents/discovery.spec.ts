import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

test('search engines find every product and no page of a shopper', async ({ request, storeApi }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${addresses.shop}/sitemap.xml`);
  const { count } = await storeApi.products({ limit: 1 });
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const found = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) =>
    address.replace(addresses.shop, ''),
  );
  expect(found.filter((path) => path.startsWith('/product/'))).toHaveLength(count);
  for (const path of ['/', '/products', '/terms', '/contact', '/products?category=cookware']) {
    expect(found).toContain(path);
  }
  const aloof = ['/login', '/register', '/cart', '/checkout', '/payment', '/orders', '/account', '/track-order'];
  for (const path of [...aloof, '/api-test', '/order-success', '/404', '/no/such/page']) {
    expect(found).not.toContain(path);
    const { 'x-robots-tag': tag } = (await request.get(path)).headers();
    expect({ path, tag }).toEqual({ path, tag: 'noindex' });
  }
});

test('a shared product link has a title and a picture, and the shop can be installed', async ({
  page,
  productPage,
  storeApi,
}) => {
  const { data } = await storeApi.products({ category: 'cookware', limit: 1 });
  const id = data[0]?.id ?? '';
  await productPage.open(id);
  const address = `${addresses.shop}/product/${id}`;
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address);
  const manifestPath = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(manifestPath ?? '')).json();
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
  }
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toBe('image/png');
});
