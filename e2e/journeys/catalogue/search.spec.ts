import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';
import { openBeforeScripts, phone } from '../../fixtures/slow-phone';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a shopper finds products by a misspelt word, filters, sorts and clears them, and goes back', async ({
    page,
    header,
    productList,
  }) => {
    await page.goto('/');
    await header.searchLink.tap();
    await expect(productList.heading('Search')).toBeVisible();
    const field = page.getByLabel('Search products');
    await expect(field).toBeFocused();

    await page.keyboard.type('sauecpan');
    await expect(productList.heading('Results for “sauecpan”')).toBeVisible();
    await expect(productList.cards.filter({ hasText: /saucepan/i }).first()).toBeVisible();
    await expect(field).toBeFocused();
    // The suggestions cover the filters until the search is submitted.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(0);

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
    await expect(page).toHaveURL(/sort=price-asc/);
    await page.getByRole('button', { name: 'Filters' }).tap();
    const found = await productList.cards.count();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('textbox', { name: 'From ₹' }).fill('1000');
    await sheet.getByRole('button', { name: /^Show \d+ products?$/ }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
    const removePrice = page.getByRole('link', { name: 'Remove From ₹1,000' });
    await expect(removePrice).toBeVisible();
    await removePrice.tap();
    await expect(removePrice).toHaveCount(0);
    await expect(productList.cards).toHaveCount(found);
    await expect(page).toHaveURL(/\/search\?q=sauecpan&sort=price-asc$/);
  });
});

test.describe('before the scripts run', () => {
  test.use(phone);

  test('the search link opens a page whose field has the focus', async ({ page, header }) => {
    // A gateway under load sends a document without content, until the page is in its cache.
    const readSearch = async () => (await page.request.get('/search')).text();
    await expect.poll(readSearch).toContain('Search products');
    const loadScripts = await openBeforeScripts(page, '/');
    await header.searchLink.tap();
    const field = page.getByLabel('Search products');
    await expect(field).toBeFocused();
    loadScripts();
    await waitUntilReady(page);
    await expect(field).toBeFocused();
  });
});

test('typing leaves one entry in the history', async ({ page, header, productList }) => {
  await page.goto('/contact');
  await header.search('tawa');
  await expect(productList.heading('Results for “tawa”')).toBeVisible();
  const field = page.getByLabel('Search products');
  await field.fill('cast iron');
  await expect(productList.heading('Results for “cast iron”')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/contact$/);
});

test('the field of the header suggests products, sub-categories and earlier searches', async ({
  page,
  header,
  productList,
}) => {
  await page.goto('/contact');
  await header.searchField.pressSequentially('tawa');
  const products = page.getByRole('group', { name: 'Products' });
  await expect(products.getByRole('option', { name: /tawa.*₹/i }).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('option').first()).toBeVisible();
  const selected = page.getByRole('option', { selected: true });
  await page.keyboard.press('ArrowUp');
  await expect(selected).toHaveCount(1);
  const address = await selected.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address ?? 'no address');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();

  await header.search('kurta');
  await expect(productList.heading('Results for “kurta”')).toBeVisible();
  await page.goto('/contact');
  await header.searchField.focus();
  await expect(page.getByRole('option')).toHaveText(['kurta']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('the field of the search screen suggests products and earlier searches', async ({ page, header, productList }) => {
  await page.goto('/contact');
  await header.search('kurta');
  await expect(productList.heading('Results for “kurta”')).toBeVisible();
  await page.goto('/search');
  const field = page.getByRole('combobox', { name: 'Search products' });
  await expect(field).toBeFocused();
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions.getByRole('option')).toHaveText(['kurta']);
  await page.keyboard.type('tawa');
  await expect(suggestions.getByRole('option', { name: /tawa.*₹/i }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(suggestions).toHaveCount(0);
  await expect(field).toHaveValue('tawa');
  // The first key opens the list, the second one enters it.
  await page.keyboard.press('ArrowDown');
  await expect(suggestions.getByRole('option', { name: /tawa.*₹/i }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const selected = suggestions.getByRole('option', { selected: true });
  const address = (await selected.getAttribute('href')) ?? 'no address';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('search, filters and order work as forms', async ({ page, header, productList }) => {
    await page.goto('/');
    await header.search('kurta under 5000');
    await expect(productList.heading('Results for “kurta”')).toBeVisible();
    await page.getByRole('link', { name: 'Remove Up to ₹5,000' }).click();
    await expect(page).toHaveURL(/\/search\?q=kurta$/);
    await expect(productList.cards.first()).toBeVisible();
    await page.getByRole('textbox', { name: 'From ₹' }).fill('1');
    const size = page.getByRole('group', { name: 'Size' }).getByRole('checkbox');
    await size.nth(0).check();
    await size.nth(1).check();
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await expect(page).toHaveURL(/minPrice=1.*size=.*size=/);
    await expect(productList.cards.first()).toBeVisible();
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/\/search\?q=kurta$/);
  });
});
