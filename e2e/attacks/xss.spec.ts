import { expect, type Page, test } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { withoutServerRendering } from '../fixtures/faults/faults';
import { newShopper, StoreApi, shippingAddress } from '../fixtures/store-api';
import { serveHostileStoreApi } from './hostile-store-api';
import { inBatches, ownPayloads, payloads, toStorable } from './payloads';
import { openUnprotectedPage, policyPages, type Watch, watchExecution } from './watch-execution';

// Browsers of the tests block the service worker, and each test has a context of its own.
test.describe.configure({ mode: 'default', timeout: 900_000 });

/** Opens an address and waits until its scripts have shown the page. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  // A rendered page loads its scripts late, after the first input. Hidden payloads run when the pointer moves.
  await page.mouse.move(200, 200);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').first()).toBeVisible();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

const nothing: Watch = { executions: [], violations: [], requests: [] };

test('payloads execute in a page without protection, so that silence in the shop means something', async ({
  context,
  page,
}) => {
  const watch = await watchExecution(context);
  await openUnprotectedPage(page);
  await page.evaluate((texts) => {
    for (const text of texts) document.body.insertAdjacentHTML('beforeend', text);
  }, payloads as string[]);
  await expect.poll(() => watch.executions.length).toBeGreaterThanOrEqual(10);
});

/** Pages that show texts of the API. */
const hostilePages = [
  '/',
  '/products?category=men',
  '/product/hostile-0',
  '/cart',
  '/checkout',
  '/account',
  '/orders',
  '/track-order?orderId=x',
  '/payment?orderId=x',
  '/order-success?orderId=x',
  '/contact',
  '/terms',
  '/privacy',
  '/refund',
  '/return',
  '/shipping',
];

/** Lists markup of payloads that is active in the page: handlers, and addresses that are scripts. */
const listActiveMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(({ tagName, attributes }) =>
      [...attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            // A picture never runs a script. React leaves its address as it is until the picture has failed.
            (tagName !== 'IMG' && /(href|src|action|data)$/.test(name) && /^\s*javascript:/i.test(value)),
        )
        .map(({ name, value }) => `${tagName} ${name}=${value}`),
    ),
  );

test('no text of the store API executes on any page', async ({ browser }) => {
  const batches = inBatches(payloads, 100);
  const sum: Watch = { executions: [], violations: [], requests: [] };
  for (const texts of batches) {
    const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
    const watch = await watchExecution(context);
    await serveHostileStoreApi(context, texts);
    const page = await context.newPage();
    const active: string[] = [];
    for (const path of hostilePages) {
      // The server renders pages with the texts of the real store API.
      await show(page, withoutServerRendering(path));
      // The article is there when its text is sanitised. A payload such as `<plaintext>` can remove all of the text.
      if (policyPages.includes(path)) await expect(page.getByRole('main').getByRole('article')).toBeAttached();
      active.push(...(await listActiveMarkup(page)).map((markup) => `${path}: ${markup}`));
    }
    expect(active).toEqual([]);
    await context.close();
    for (const key of ['executions', 'violations', 'requests'] as const) sum[key].push(...watch[key]);
  }
  expect(sum).toEqual(nothing);
});

test('no payload in an address executes on a rendered page', async ({ context, page }) => {
  const watch = await watchExecution(context);
  const texts = ownPayloads.map(toStorable);
  for (const text of texts) {
    const encoded = encodeURIComponent(text);
    await page.goto(`/products?category=${encoded}&page=${encoded}#${encoded}`, { waitUntil: 'domcontentloaded' });
    await page.mouse.move(200, 200);
    await page.goto(`/track-order?orderId=${encoded}&contactInfo=${encoded}`, { waitUntil: 'domcontentloaded' });
  }
  await show(page, '/products?category=men');
  expect(watch).toEqual(nothing);
});

test('no name and no address of a shopper executes in the account, in orders or in tracking', async ({
  context,
  page,
  request,
}) => {
  const watch = await watchExecution(context);
  const api = new StoreApi(request);
  const texts = payloads.map(toStorable).filter((text) => text.trim().length > 1 && text.length <= 100);
  const product = await api.simpleProduct();
  for (const batch of inBatches(texts, 50)) {
    const shopper = { ...newShopper(), firstName: batch[0] ?? 'Asha', lastName: batch[1] ?? 'Rao' };
    await request.post(`${addresses.api}/users/register`, { data: shopper });
    const token = await api.signIn(shopper);
    const headers = { authorization: `Bearer ${token}` };
    let orderId = '';
    for (const text of batch) {
      const address = { ...shippingAddress, fullName: text, address: text };
      const data = { products: { [product.id]: 1 }, shippingAddress: address };
      const response = await request.post(`${addresses.api}/orders`, { data, headers });
      expect(response.status()).toBe(201);
      orderId = ((await response.json()) as { id: string }).id;
    }
    await context.addInitScript((value) => localStorage.setItem('auth_token', value), token);
    for (const path of ['/account', '/orders', '/checkout', `/order-success?orderId=${orderId}`])
      await show(page, path);
  }
  expect(watch).toEqual(nothing);
});
