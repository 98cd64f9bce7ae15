import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

const root = path.resolve(import.meta.dirname, '../../..');

/** Reads the figures of `release status` for the shop under test. */
async function readLiveFigures() {
  const { stdout } = await promisify(execFile)('node', ['tooling/run.mjs', 'release', 'status', '--json'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(root, `.cache/e2e-data-${addresses.shopPort}`) },
  });
  return JSON.parse(stdout).health.live.totals;
}

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test('pages report their web vitals when the shopper leaves them', async ({ page }) => {
  const before = await readLiveFigures();
  // A page that is left before its telemetry has started sends no beacon, so the visit is repeated.
  await expect(async () => {
    const chunk = page.waitForResponse((response) => /\/r\/shell\/.*\/telemetry\.js/.test(response.url()));
    await page.goto('/');
    await chunk;
    await page.getByRole('link', { name: 'All Products' }).first().click();
    await expect(page).toHaveURL(/\/products/);
    await page.goto('/contact');
    await expect
      .poll(
        async () => {
          const { views, vitals } = await readLiveFigures();
          return [vitals.LCP, vitals.CLS, vitals.TTFB].every(({ samples }) => samples > 0) && views > before.views;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  }).toPass({ timeout: 90_000 });
});

test('pages report errors, a remote that failed to load, and orders', async ({ page, context, consoleErrors }) => {
  consoleErrors.expect(/broken on purpose|mf-content|ERR_FAILED|net::/);
  const before = await readLiveFigures();
  await context.route('**/r/mf-content/**', (route) => route.abort());
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: 'This section is unavailable right now' })).toBeVisible();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken on purpose');
    });
  });
  await page.goto('/order-success');
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  await expect
    .poll(
      async () => {
        const { errors, loadFailures, ordersPlaced } = await readLiveFigures();
        return errors > before.errors && loadFailures > before.loadFailures && ordersPlaced > before.ordersPlaced;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
});
