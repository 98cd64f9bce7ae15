import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

const root = path.resolve(import.meta.dirname, '../../..');
/** Inside the repository, so that the new remote finds the packages, and outside its apps. */
const folder = `.cache/new-remote-${addresses.shopPort}`;

/** Runs one of the project's npm scripts against the shop under test. */
async function npmRun(command: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['tooling/run.mjs', command, ...parameters], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(root, `.cache/e2e-data-${addresses.shopPort}`) },
  });
  return stdout;
}

const builtShell = () => readFile(path.join(root, 'shell/dist/browser/build.json'), 'utf8');

test.describe.configure({ mode: 'serial' });
test.afterAll(() => rm(path.join(root, folder), { recursive: true, force: true }));

test('a team creates and ships a remote without another build and without a restart of the shop', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/404 \(Not Found\)/);
  test.setTimeout(240_000);
  const shell = await builtShell();
  await rm(path.join(root, folder), { recursive: true, force: true });
  await page.goto('/reviews');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();

  await npmRun('new-remote', 'reviews', '--path', '/reviews', '--folder', folder);
  await npmRun('release', 'publish', 'mf-reviews', '--from', path.join(root, folder, 'mf-reviews'));
  expect(await npmRun('release', 'check', 'mf-reviews@0.1.0')).toContain('All gates pass.');

  // Before the promotion, the preview link shows the remote to one browser.
  const { link } = JSON.parse(
    await npmRun('release', 'preview', 'mf-reviews@0.1.0', '--shop-url', addresses.shop, '--json'),
  );
  await page.goto(link);
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
  await expect(openTab.getByRole('heading', { level: 1, name: 'Reviews', exact: true })).toBeVisible();
  const screenFile = path.join(root, folder, 'mf-reviews/src/features/reviews/reviews.screen.tsx');
  const source = await readFile(screenFile, 'utf8');
  await writeFile(screenFile, source.replace('<PageHeading>Reviews<', '<PageHeading>Reviews of customers<'));
  await npmRun(
    'release',
    'publish',
    'mf-reviews',
    '--version',
    '0.2.0',
    '--from',
    path.join(root, folder, 'mf-reviews'),
  );
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
