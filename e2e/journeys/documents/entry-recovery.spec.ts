import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';

const documents = [
  ['a rendered page', '/'],
  ['a private page', '/cart'],
  ['the sign-in', '/login'],
] as const;

const getNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The shop did not respond.' });

for (const [name, path] of documents) {
  test(`${name} starts although the first request for the shell's entry fails`, async ({
    page,
    header,
    consoleErrors,
  }) => {
    consoleErrors.expect(/net::ERR_FAILED/);
    let requests = 0;
    await page.route(/\/r\/shell\/[^/]+\/main\.js$/, (route) => (requests++ === 0 ? route.abort() : route.fallback()));
    // It waits until the page reacts to input.
    await page.goto(path);
    expect(requests).toBeGreaterThan(1);
    if (path !== '/login') await expect(header.cart()).toBeVisible();
    await expect(getNotice(page)).toHaveCount(0);
  });

  test(`${name} says so when the shell's entry never loads`, async ({ page, consoleErrors }) => {
    consoleErrors.expect(/net::ERR_FAILED/);
    const beacon = page.waitForRequest((request) => request.url().endsWith('/-/telemetry'));
    await page.route(/\/r\/shell\/[^/]+\/main\.js$/, (route) => route.abort());
    await page.goto(path, { waitUntil: 'commit' });
    await expect(getNotice(page)).toBeVisible();
    expect((await beacon).postDataJSON()).toMatchObject({ loadFailures: 1, isStarted: false });
    await page.unroute(/\/r\/shell\/[^/]+\/main\.js$/);
    await getNotice(page).getByRole('link', { name: 'Try Again' }).click();
    await waitUntilReady(page);
  });
}

test('a page whose style sheet fails once has its styles', async ({ page, consoleErrors }) => {
  consoleErrors.expect(/net::ERR_FAILED/);
  let requests = 0;
  await page.route(/\/r\/shell\/[^/]+\/main\.css$/, (route) => (requests++ === 0 ? route.abort() : route.fallback()));
  // A document without content, such as that of a plain remote, links the style sheets.
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const [inlined = '', url = ''] = /<style data-href="([^"]+main\.css)">.*?<\/style>/s.exec(html) ?? [];
    const css = await (await page.request.get(url)).body();
    const integrity = `sha384-${createHash('sha384').update(css).digest('base64')}`;
    const link = `<link rel="stylesheet" href="${url}" crossorigin integrity="${integrity}">`;
    await route.fulfill({ response, body: html.replace(inlined, link) });
  });
  await page.goto('/login');
  await expect(page.locator('link[rel="stylesheet"][href$="main.css"]')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
  expect(requests).toBeGreaterThan(1);
});
