import { expect, test } from '../../fixtures/shop';

test.use({ javaScriptEnabled: false });

test('a visitor reads the shop and follows its links', async ({ page, storeApi }) => {
  const { data, count } = await storeApi.products({ category: 'cookware', limit: 100 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Elevate Your Culinary Experience' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Cookware' }).first().click();
  await expect(page).toHaveURL('/products?category=cookware');
  await expect(page.getByRole('heading', { level: 1, name: 'Cookware' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(Math.min(12, count));
  const [first] = data;
  await page.getByRole('link', { name: first?.title ?? '?', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: first?.title ?? '?' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund' }).click();
  await expect(page.getByRole('article')).toContainText('0-7 working days');
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('article')).toContainText('How we choose');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText('Monday to Saturday, 10AM - 6PM')).toBeVisible();
});

test('a visitor reads page 2 of a list, and chooses its sub-category and columns', async ({ page, storeApi }) => {
  const { count } = await storeApi.products({ category: 'women', gender: 'Women', limit: 12 });
  await page.goto('/products?category=women&columns=2');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByText(`Showing 13 to ${Math.min(24, count)} of ${count} items`)).toBeVisible();
  const selector = page.getByLabel('Sub-category');
  const name = (await selector.getByRole('option').allTextContents())[1] ?? '?';
  await selector.selectOption(name);
  // The filters are another form with a button of its own.
  const form = page.locator('form').filter({ has: selector });
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(selector).toHaveValue(name);
  const { searchParams } = new URL(page.url());
  expect([...searchParams]).toEqual([
    ['category', 'women'],
    ['columns', '2'],
    ['parentCategory', name],
    ['sort', 'featured'],
  ]);
  await page.getByRole('button', { name: '3 columns' }).click();
  await expect(page.getByRole('button', { name: '3 columns' })).toHaveAttribute('aria-pressed', 'true');
  await expect(selector).toHaveValue(name);
});

test('the header is clear at the top of a page, and solid over scrolled content', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  const clear = 'rgba(0, 0, 0, 0)';
  await expect(header).toHaveCSS('background-color', clear);
  await page.evaluate(() => window.scrollTo(0, 21));
  await expect(header).not.toHaveCSS('background-color', clear);
});

test('a visitor clears the filters of an empty list', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/404/);
  await page.goto('/products?category=women&parentCategory=Nothing');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/products?category=women');
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('a visitor reads which actions need scripts, and finds no button that does nothing', async ({
  page,
  storeApi,
}) => {
  const { id } = await storeApi.simpleProduct();
  const main = page.getByRole('main');
  // Text selectors find nothing inside <noscript>.
  const notice = main.locator('noscript p').first();
  await page.goto(`/product/${id}`);
  await expect(notice).toBeVisible();
  await expect(notice).toContainText('To add this to your cart, please switch on JavaScript');
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
  await page.goto('/');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText('To subscribe, please switch on JavaScript');
  await expect(main.getByRole('button')).toHaveCount(0);
  await page.goto('/contact');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText('The contact form needs JavaScript.');
  for (const path of ['/cart', '/login', '/track-order', '/checkout']) {
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1, name: 'This page needs JavaScript' })).toBeVisible();
    await expect(main.getByRole('status')).toHaveCount(0);
  }
  await main.getByRole('link', { name: 'contact us' }).click();
  await expect(page).toHaveURL('/contact');
});
