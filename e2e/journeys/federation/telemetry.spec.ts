import { npmRun } from '../../fixtures/npm-run';
import { expect, test } from '../../fixtures/shop';

/** Reads the metrics of `release status` for the shop under test. */
const readLiveMetrics = async () => JSON.parse(await npmRun('release', 'status', '--json')).metrics.live.totals;

test.describe.configure({ timeout: 120_000 });

test('pages report their web vitals when the shopper leaves them', async ({ page }) => {
  const before = await readLiveMetrics();
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
          const { views, vitals } = await readLiveMetrics();
          return (
            [vitals.LCP, vitals.CLS, vitals.TTFB, vitals.TBT].every(({ samples }) => samples > 0) &&
            views > before.views
          );
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  }).toPass({ timeout: 90_000 });
});
