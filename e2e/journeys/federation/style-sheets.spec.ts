import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/shop';

/** Lists the style sheets of a remote in the page, by whether they apply. */
const listSheets = (page: Page, app: string) =>
  page.evaluate(
    (base) =>
      [...document.styleSheets]
        .filter(({ href, ownerNode }) => (href ?? (ownerNode as HTMLElement).dataset.href ?? '').includes(base))
        .map(({ disabled }) => (disabled ? 'off' : 'applies')),
    `/r/${app}/`,
  );

test('the style sheets of a remote apply on its screens only, and again after Back without a download or a shift', async ({
  page,
  storeApi,
}) => {
  const product = await storeApi.simpleProduct();
  await page.goto(`/product/${product.id}`);
  const title = page.getByRole('heading', { level: 1, name: product.title });
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
  // One of the screen, and one of the viewed products, which load when the page is idle.
  expect(new Set(await listSheets(page, 'mf-catalog'))).toEqual(new Set(['applies']));
  // The cart shows products of the catalogue too. A click would scroll, and the footer would move on Back.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeVisible();
  await expect.poll(() => listSheets(page, 'mf-content')).toEqual(['applies']);
  await expect.poll(() => listSheets(page, 'mf-catalog')).not.toContain('applies');

  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  const shifts = await page.evaluateHandle(() => {
    const values: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) values.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
    return values;
  });
  await page.goBack();
  await expect(title).toBeVisible();
  expect(await listSheets(page, 'mf-catalog')).toContain('applies');
  await expect.poll(() => listSheets(page, 'mf-content')).toEqual(['off']);
  expect(requested.filter((url) => url.endsWith('/product.css'))).toEqual([]);
  expect((await shifts.jsonValue()).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
});
