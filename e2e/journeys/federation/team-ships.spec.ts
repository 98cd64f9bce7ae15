import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { addresses } from '../../fixtures/addresses';
import { npmRun, root } from '../../fixtures/npm-run';
import { waitUntilReady } from '../../fixtures/page-ready';
import { expect, test } from '../../fixtures/shop';

/** Inside the repository, so that the new remote finds the packages, and outside its apps. */
const folder = `.cache/new-remote-${addresses.shopPort}`;

const publish = (version: string) =>
  npmRun('release', 'publish', 'mf-reviews', '--version', version, '--from', path.join(root, folder, 'mf-reviews'));

const builtShell = () => readFile(path.join(root, 'shell/dist/browser/build.json'), 'utf8');

test.describe.configure({ mode: 'serial' });
test.afterAll(() => rm(path.join(root, folder), { recursive: true, force: true }));

test('a team creates and ships a remote without another build and without a restart of the shop', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/404 \(Not Found\)/);
  test.setTimeout(900_000);
  const shell = await builtShell();
  await rm(path.join(root, folder), { recursive: true, force: true });
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();

  await npmRun('new-remote', 'reviews', '--path', '/reviews', '--folder', folder);
  await publish('0.1.0');
  expect(await npmRun('release', 'check', 'mf-reviews@0.1.0')).toContain('All gates pass.');

  // Before the promotion, the preview link shows the remote to one browser.
  const { link } = JSON.parse(
    await npmRun('release', 'preview', 'mf-reviews@0.1.0', '--shop-url', addresses.shop, '--json'),
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Open the preview' }).click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
  await page.getByRole('link', { name: 'End the preview' }).click();
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeHidden();

  await npmRun('release', 'promote', 'mf-reviews@0.1.0', '--reason', 'first deploy');
  await expect(async () => {
    await page.goto('/reviews');
    await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await builtShell()).toBe(shell);

  // An open tab keeps the version it has loaded; a full navigation loads the new one.
  const openTab = await page.context().newPage();
  await openTab.goto('/reviews');
  await waitUntilReady(openTab);
  await expect(openTab.getByRole('heading', { level: 1, name: 'Reviews', exact: true })).toBeVisible();
  const screenFile = path.join(root, folder, 'mf-reviews/src/features/reviews/reviews.screen.tsx');
  const source = await readFile(screenFile, 'utf8');
  await writeFile(screenFile, source.replace("<PageHeading>{t('Reviews')}<", '<PageHeading>Reviews of customers<'));
  await publish('0.2.0');
  await npmRun('release', 'promote', 'mf-reviews@0.2.0', '--reason', 'a better name');
  await expect(async () => {
    await page.goto('/reviews');
    await expect(page.getByRole('heading', { level: 1, name: 'Reviews of customers' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await openTab.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
  await expect(openTab).toHaveURL(/\/cart$/);
  await openTab.goBack();
  await expect(openTab.getByRole('heading', { level: 1, name: 'Reviews', exact: true })).toBeVisible();
  await openTab.close();

  // Modified bytes never run: the page falls back to the previous version.
  consoleErrors.expect(/integrity|Integrity/);
  const entries = /\/r\/mf-reviews\/0\.2\.0-[^/]+\/remote-entry\.js$/;
  await page.route(entries, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n/* not what was published */` });
  });
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews', exact: true })).toBeVisible();
  await page.unroute(entries);

  // One command rolls back.
  await npmRun('release', 'promote', '--remove-app', 'mf-reviews', '--remove-path', '/reviews');
  await expect(async () => {
    const document = await page.request.get('/reviews');
    expect(document.status()).toBe(404);
  }).toPass();
});

/** Starts to add up the layout shifts of a page that no input caused. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        const { shifts = 0 } = window as { shifts?: number };
        if (!entry.hadRecentInput) Object.assign(window, { shifts: shifts + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Fonts and pictures move a page by about 0.001. A section of two lines that appears in the window moves it by more than this. */
const maxShift = 0.01;

test('a team fills a slot of the product page, and the page stays as it was when the slot breaks', async ({
  page,
  request,
  storeApi,
  consoleErrors,
}) => {
  test.setTimeout(900_000);
  const { data } = await storeApi.products({ category: 'kitchen-storage', limit: 100 });
  // Other journeys open other products, and must not see the slot.
  const product = data.at(-1);
  if (!product) throw new Error('the catalogue has no kitchen storage');
  const address = `/product/${product.id}`;
  const readHtml = async () => (await request.get(address)).text();
  const promoted = (text: string, isThere: boolean) =>
    expect.poll(async () => (await readHtml()).includes(text)).toBe(isThere);
  const reviews = page.getByRole('heading', { level: 2, name: 'What shoppers say' });
  const title = page.getByRole('heading', { level: 1, name: product.title });
  const measure = () =>
    page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      shifts: (window as { shifts?: number }).shifts,
    }));
  /** Opens the product. Nothing more loads afterwards that could change the height of the page. */
  const openProduct = async () => {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  };
  const release = async (version: string) => {
    await publish(version);
    expect(await npmRun('release', 'check', `mf-reviews@${version}`)).toContain('All gates pass.');
    await npmRun('release', 'promote', `mf-reviews@${version}`, '--reason', `reviews ${version}`);
  };
  await recordShifts(page);
  await openProduct();
  const before = await measure();

  await rm(path.join(root, folder), { recursive: true, force: true });
  await npmRun('new-remote', 'reviews', '--slot', 'product.below', '--folder', folder);
  const sectionFile = path.join(root, folder, 'mf-reviews/src/features/product-below/product-below.section.tsx');
  const template = await readFile(sectionFile, 'utf8');
  const section = template
    .replace('ReviewsSection()', 'ReviewsSection({ productId }: { productId: string })')
    .replace('  return (', `  if (productId !== '${product.id}') return null;\n  return (`)
    .replace("t('Reviews')", "t('What shoppers say')");
  await writeFile(sectionFile, section);
  await release('1.0.0');

  // The HTML of the server has the section, and the page adopts it without a shift.
  await promoted('What shoppers say', true);
  await openProduct();
  await expect(reviews).toBeVisible();
  const filled = await measure();
  expect(filled.height).toBeGreaterThan(before.height);
  expect(filled.shifts).toBeLessThan(maxShift);

  // A click on a link loads the section with the product.
  await page.goto(`/products?category=kitchen-storage&page=${Math.ceil(data.length / 12)}`);
  await page.getByRole('link', { name: product.title, exact: true }).click();
  await expect(title).toBeVisible();
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews).toBeVisible();

  // Without its scripts, the section keeps the HTML of the server, and the page works.
  consoleErrors.expect(/mf-reviews|ERR_FAILED|net::/);
  await page.route('**/r/mf-reviews/**', (route) => route.abort());
  await openProduct();
  await expect(reviews).toBeVisible();
  await page.unroute('**/r/mf-reviews/**');

  // A version that throws on the server and in the browser leaves the page as it was.
  consoleErrors.expect(/the reviews are broken/);
  const broken = section.replace(
    '  return (',
    "  if (productId) throw new Error('the reviews are broken');\n  return (",
  );
  await writeFile(sectionFile, broken);
  await release('1.1.0');
  await promoted('What shoppers say', false);
  await openProduct();
  await expect(title).toBeVisible();
  const after = await measure();
  expect(after.height).toBe(before.height);
  expect(after.shifts).toBeLessThan(maxShift);
  await expect(page.getByText('unavailable right now')).toBeHidden();

  await npmRun('release', 'promote', '--remove-app', 'mf-reviews');
  await promoted('mf-reviews', false);
});
