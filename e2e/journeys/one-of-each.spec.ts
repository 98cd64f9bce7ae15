import { expect, test } from '../fixtures/shop';

test('a page holds one React, one store, one theme and one router, however many remotes it visits', async ({
  page,
  header,
  storeApi,
  productList,
}) => {
  await productList.open('kitchen-tools');
  const { data } = await storeApi.products({ category: 'kitchen-tools', limit: 12 });
  await expect(productList.card(data[0]?.title ?? '?')).toBeVisible();
  await header.cart().click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Track Order' }).click();
  await expect(page.getByLabel('Order Number')).toBeVisible();

  // Every shared module has one provider that was loaded, and every remote took that one.
  const shared = await page.evaluate(() => {
    type Loaded = { loaded?: unknown; lib?: unknown; from: string; useIn: string[] };
    const instances = (
      globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: { shareScopeMap: Record<string, Record<string, Record<string, Loaded>>> }[] };
      }
    ).__FEDERATION__.__INSTANCES__;
    const [host] = instances;
    const scope = host?.shareScopeMap.default ?? {};
    return Object.entries(scope).map(([key, versions]) => ({
      key,
      versions: Object.values(versions)
        .filter(({ loaded, lib }) => loaded || lib)
        .map(({ from }) => from),
      scopes: new Set(instances.map(({ shareScopeMap }) => shareScopeMap.default?.[key])).size,
    }));
  });
  expect(shared.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@shop/ui/core', '@shop/router/router']),
  );
  for (const { key, versions } of shared) expect(versions, key).toEqual(['shell']);
});

test('remotes honour the theme’s default props: a remote’s button has no ripple and no shadow', async ({ page }) => {
  await page.goto('/cart');
  const button = page.getByRole('main').getByRole('link', { name: 'Continue Shopping' });
  await expect(button).toBeVisible();
  await button.dispatchEvent('mousedown');
  await expect(button.locator('.MuiTouchRipple-root')).toHaveCount(0);
  await expect(button).toHaveClass(/MuiButton-disableElevation/);
});

test('the theme is chosen before anything paints, and stays chosen', async ({ page, header }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await header.themeSwitch.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
