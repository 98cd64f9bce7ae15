import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/shop';

interface PageScripts {
  entry: { url: string };
  preloads: { url: string }[];
}

/**
 * Scripts that a page requests while it is idle after its start, which may be before it is ready. One without a name contains packages
 * that several of them share.
 */
const afterStart = /\/(telemetry|after-start|viewed-products|decoders|\d+)\.js$/;

/** Opens a page and waits until it reacts to input. @returns The scripts that its document lists, and those that it requested. */
async function loadPage(page: Page, address: string): Promise<{ listed: string[]; requested: string[] }> {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requested.push(new URL(request.url()).pathname);
  });
  // A gateway under load sends a document without content, until the page is in its cache.
  await expect.poll(async () => (await page.request.get(address)).text()).toContain('id="scripts"');
  await page.goto(address);
  const untilReady = [...new Set(requested)].sort();
  const text = await page.locator('#scripts').textContent();
  const { entry, preloads }: PageScripts = JSON.parse(text ?? '');
  const listed = [entry, ...preloads].map(({ url }) => url).sort();
  return { listed, requested: untilReady.filter((path) => listed.includes(path) || !afterStart.test(path)) };
}

for (const [name, address] of [
  ['the home page', '/'],
  ['the categories', '/products'],
  ['a list', '/products?category=kitchen-tools'],
  ['a product page', '/product/'],
  ['a policy', '/terms'],
  ['a policy with a text of the store', '/about'],
  ['the 404 page', '/404'],
] as const) {
  test(`${name} requests every script that its document lists, and no other before it reacts to input`, async ({
    page,
    storeApi,
    consoleErrors,
  }) => {
    const id = address === '/product/' ? (await storeApi.simpleProduct()).id : '';
    if (address === '/404') consoleErrors.expect(/404/);
    const { listed, requested } = await loadPage(page, address + id);
    expect(listed.length).toBeGreaterThanOrEqual(3);
    expect(requested).toEqual(listed);
  });
}

test('a rendered page requests each picture and each font once, and one encoding of its largest picture', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (['image', 'font'].includes(request.resourceType())) requested.push(request.url());
  });
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested).toEqual([...new Set(requested)]);
  expect(requested.filter((url) => /hero/.test(url))).toHaveLength(1);
});
