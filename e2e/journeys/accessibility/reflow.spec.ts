import type { Page } from '@playwright/test';
import { renderInBrowser } from '../../fixtures/render-in-browser';
import { expect, screens, test } from '../../fixtures/screens';

const word = 'W'.repeat(600);
const longStore = {
  storeName: word,
  companyName: word,
  companyAddress: word,
  companyPhone: '9'.repeat(300),
  companyEmail: `${word}@example.com`,
  categories: [word, `${word}a`, `${word}b`],
};
const longProduct = {
  id: 'long',
  title: word,
  description: word,
  category: word,
  regularPrice: 2e21,
  discountedPrice: 1e21,
  attributes: [{ key: 'size', value: [word, 'S'] }],
};
const longOrder = { id: word, status: 0, items: [{ productTitle: word, quantity: 999_999, price: 1e21 }] };
const longField = { name: 'agree', label: word, description: word, type: 'checkbox' };

for (const width of [390, 1280]) {
  test(`${width} px: long words and numbers from the server stay inside the page`, async ({
    page,
    shopper,
    signedIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await renderInBrowser(page);
    await page.route('**/api/v1/storeInfo', (route) => route.fulfill({ json: longStore }));
    await page.route('**/api/v1/products?*', (route) => route.fulfill({ json: { data: [longProduct], count: 1 } }));
    await page.route('**/api/v1/products/long', (route) => route.fulfill({ json: longProduct }));
    await page.route('**/api/v1/orders', (route) => route.fulfill({ json: [longOrder] }));
    await page.route('**/api/v1/payments/fields', (route) => route.fulfill({ json: [longField] }));
    await signedIn(shopper);
    const line = { id: 'long', name: word, image: '', price: 1e21, quantity: 999_999, selectedSize: word };
    await page.addInitScript((text) => localStorage.setItem('cart', text), JSON.stringify([line]));
    for (const [address, text] of [
      ['/', 'Premium Kitchen Essentials'],
      ['/products?category=women', "Women's Ethnic Wear"],
      ['/product/long', 'Add to Cart'],
      ['/cart', 'Clear Cart'],
      ['/contact', 'Send Message'],
      [`/payment?orderId=${word}`, 'Pay Now'],
      ['/login', 'Sign in'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByText(text).first()).toBeVisible();
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overhang, { message: address }).toBeLessThanOrEqual(0);
    }
  });
}

test('a field of several lines grows with its text', async ({ page }) => {
  await page.goto('/contact');
  const message = page.getByLabel('Message');
  const getHeight = () => message.evaluate((field) => [field.clientHeight, field.scrollHeight - field.clientHeight]);
  const [height = 0] = await getHeight();
  await message.fill('A line.\n'.repeat(20));
  const [grown, hidden] = await getHeight();
  expect(grown).toBeGreaterThan(2 * height);
  expect(hidden).toBe(0);
});

test('at 320 px the name of the shop fits on one line of the header', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/');
  const name = page.getByRole('banner').getByRole('link').first().locator('span');
  await expect(name).toHaveText(/\S/);
  const lines = await name.evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
  // The menu has the switch of the theme.
  await expect(page.getByRole('banner').getByRole('button', { name: /^Theme/ })).toBeHidden();
  for (const link of ['Search', 'Login', 'Cart']) {
    await expect(page.getByRole('banner').getByRole('link', { name: link })).toBeInViewport({ ratio: 1 });
  }
});

for (const { name, words } of [
  { name: 'payment', words: ['Complete', 'Payment'] },
  { name: 'product', words: [] },
]) {
  test(`390 px, text at 200 %: ${name} breaks no word of its heading, and its path ends before the buttons`, async ({
    page,
    show,
  }) => {
    const screen = screens.find((candidate) => candidate.name === name);
    if (!screen) throw new Error('no such screen');
    await page.setViewportSize({ width: 390, height: 844 });
    await show(screen);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const heights = await page.getByRole('heading', { level: 1 }).evaluate((heading, texts) => {
      const node = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
      return texts.map((word) => {
        const range = document.createRange();
        const start = node?.textContent?.indexOf(word) ?? -1;
        range.setStart(node as Text, start);
        range.setEnd(node as Text, start + word.length);
        return range.getClientRects().length;
      });
    }, words);
    expect(heights).toEqual(words.map(() => 1));
    const path = page.getByRole('navigation', { name: 'Breadcrumb' });
    if (name !== 'product') return;
    const drawn = await path.evaluate((nav) => {
      const { overflowX } = getComputedStyle(nav);
      return overflowX === 'hidden'
        ? nav.getBoundingClientRect().right
        : nav.scrollWidth + nav.getBoundingClientRect().left;
    });
    const button = await page
      .getByRole('main')
      .getByRole('button', { name: /Share|Copy link/ })
      .boundingBox();
    expect(drawn).toBeLessThanOrEqual(button?.x ?? 0);
  });
}

const running = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const { duration = 0, iterations = 1 } = effect?.getTiming() ?? {};
      const isMotion = playState === 'running' && (Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY);
      const target = effect instanceof KeyframeEffect ? effect.target?.className : '';
      return isMotion ? [String(target)] : [];
    }),
  );

test('with reduced motion nothing animates while a list loads and afterwards', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await renderInBrowser(page);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/products?*', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/products?category=women', { waitUntil: 'load' });
  const loading = page.getByRole('status').filter({ hasText: /^Loading/ });
  await expect(loading.first()).toBeAttached();
  expect(await running(page)).toEqual([]);
  answer();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('article').first().hover();
  expect(await running(page)).toEqual([]);
});

/** Width of an element's border in CSS pixels. */
const edge = (element: Element) => Number.parseFloat(getComputedStyle(element).borderTopWidth);

test('with forced colours, buttons and fields keep their borders and the focus is visible', async ({ page, show }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const product = screens.find(({ name }) => name === 'product-size-missing');
  if (!product) throw new Error('no such screen');
  await show(product);
  const main = page.getByRole('main');
  const add = main.getByRole('button', { name: 'Add to Cart' }).first();
  expect(await add.evaluate(edge)).toBeGreaterThanOrEqual(1);
  await add.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await add.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');

  // More than colour distinguishes a chosen size.
  const sizes = main.getByRole('radiogroup', { name: /size/i });
  await sizes.getByRole('radio').nth(1).check({ force: true });
  const edges = await sizes
    .getByRole('radio')
    .evaluateAll((radios) =>
      radios.map((radio) => Number.parseFloat(getComputedStyle(radio.closest('label') ?? radio).borderTopWidth)),
    );
  expect(edges[1]).toBeGreaterThan(edges[0] ?? 0);

  await page.goto('/login');
  const email = page.getByLabel('Email');
  await expect(email).toBeVisible();
  const frame = await email.evaluate((field) => {
    const drawn = field.parentElement?.querySelector('fieldset') ?? field;
    return getComputedStyle(drawn).borderTopStyle;
  });
  expect(frame).toBe('solid');
  expect(await page.getByRole('button', { name: 'Sign in' }).evaluate(edge)).toBeGreaterThanOrEqual(1);
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
