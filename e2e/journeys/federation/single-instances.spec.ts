import { expect, test } from '../../fixtures/shop';

test('a page has one React, one Redux store, one theme and one router after visits to every remote', async ({
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

  // Shell and remotes read shared modules from one scope with one loaded version of each. The tests of the built files
  // prove that remotes contain no copies.
  const { scopes, versions } = await page.evaluate(() => {
    interface Instance {
      name: string;
      shareScopeMap: Record<string, Record<string, Record<string, { loaded?: unknown; lib?: unknown }>>>;
    }
    const { __INSTANCES__: instances } = (globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } })
      .__FEDERATION__;
    const scope = instances[0]?.shareScopeMap.default ?? {};
    return {
      scopes: instances.map(({ shareScopeMap }) => shareScopeMap.default === scope),
      versions: Object.entries(scope).map(([key, byVersion]) => {
        return [key, Object.values(byVersion).filter(({ loaded, lib }) => loaded || lib).length] as const;
      }),
    };
  });
  expect(scopes.length).toBeGreaterThanOrEqual(5);
  expect(scopes).not.toContain(false);
  const loaded = versions.filter(([, count]) => count > 0);
  expect(loaded.map(([key]) => key)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@shop/ui/core', '@shop/router/router', '@shop/forms/form']),
  );
  expect(loaded.filter(([, count]) => count > 1)).toEqual([]);
});

test('a button of a remote has the style of the shell: the size of a target, the colour of the theme, no shadow', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/cart');
  const button = page.getByRole('main').getByRole('link', { name: 'Continue Shopping' });
  await expect(button).toHaveCSS('min-height', '44px');
  await expect(button).toHaveCSS('background-color', 'rgb(164, 82, 31)');
  await expect(button).toHaveCSS('box-shadow', 'none');
});

test('the theme applies before the first paint and stays after a reload [1.display-01]', async ({ page, header }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await header.themeSwitch.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
