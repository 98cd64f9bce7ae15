import { npmRun } from '../../fixtures/npm-run';
import { type OwnGateway, readVersions, startOwnGateway } from '../../fixtures/own-gateway';
import { waitUntilReady } from '../../fixtures/page-ready';
import { removeEnvironments, removeReleases } from '../../fixtures/release-store';
import { createSecondCheckout, type SecondCheckout } from '../../fixtures/second-checkout';
import { expect, test as shopTest } from '../../fixtures/shop';

/*
 * Releases of two checkouts meet in one shop: yesterday's of this checkout, and today's of a copy of it. The tests continue each
 * other's day.
 */
const suffix = Date.now().toString(36);
const env = `checkouts-${suffix}`;
const [minor, major] = [`1.1.0-${suffix}`, `2.0.0-${suffix}`];
const remotes = ['mf-account-orders', 'mf-cart-checkout', 'mf-catalog', 'mf-content', 'mf-payment'];

let copy: SecondCheckout;
let gateway: OwnGateway;
/** Versions of yesterday's releases, by app. */
let yesterday: Record<string, string>;

const test = shopTest.extend<{ buy: () => Promise<void> }>({
  // Playwright also asks for it before the gateway has started.
  baseURL: ({ browserName: _ }, use) => use(gateway?.address),
  /** Buys a product, from its page to the page of the payment. */
  buy: async ({ page, productPage, cart, checkout, payment, header, signedIn, shopper, storeApi }, use) =>
    use(async () => {
      await signedIn(shopper);
      await productPage.open((await storeApi.simpleProduct()).id);
      await productPage.addToCart();
      await header.cart(1).click();
      await cart.checkout();
      await expect(checkout.heading).toBeVisible();
      await checkout.fillAddress();
      await checkout.placeOrder();
      await expect(payment.heading).toBeVisible();
      expect(new URL(page.url()).searchParams.get('orderId')).toBeTruthy();
    }),
});

const publish = (app: string, version: string, ...parameters: string[]) =>
  copy.release('publish', app, '--version', version, '--env', env, ...parameters);
/** Promotes releases through the gates, and waits until the gateway serves them. */
const promote = (releases: readonly string[], ...parameters: string[]) =>
  copy.release('promote', ...releases, '--env', env, '--reason', 'two checkouts', ...parameters);
const waitForShop = () => ['--wait', '--shop-url', gateway.address];

test.describe.configure({ mode: 'serial', timeout: 600_000 });
test.use({ trace: 'off' });
test.beforeAll(async () => {
  copy = await createSecondCheckout('second-checkout');
  const { live } = JSON.parse(await npmRun('release', 'status', '--json'));
  const releases: { app: string; version: string }[] = [live.shell, ...live.remotes];
  yesterday = Object.fromEntries(releases.map(({ app, version }) => [app, version]));
  await copy.replace(/<PageHeading>\{t\('Checkout'\)\}</g, "<PageHeading>{t('Checkout')} of today<");
  await publish('mf-cart-checkout', minor, '--shell', `shell@${yesterday.shell}`);
  const others = ['shell', ...remotes].filter((app) => app !== 'mf-cart-checkout');
  await promote([...others.map((app) => `${app}@${yesterday[app]}`), `mf-cart-checkout@${minor}`]);
  gateway = await startOwnGateway(env);
});
test.afterAll(async () => {
  await gateway?.stop();
  await copy?.remove();
  await removeEnvironments(env);
  for (const app of ['shell', ...remotes]) await removeReleases(app, suffix);
});

test("yesterday's shell sells with today's checkout", async ({ page, buy }) => {
  await buy();
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout of today' })).toBeVisible();
  const { shell, 'mf-cart-checkout': checkout } = await readVersions(page);
  expect([shell, checkout]).toEqual([yesterday.shell, minor]);
});

test('a major version of a shared package is refused until all five remotes are promoted with the shell', async ({
  page,
  context,
  header,
  buy,
}) => {
  await copy.replace(/\buseNotify\b/g, 'useNotice');
  const reports = await copy.writeApiReports();
  expect(reports).toMatch(/^@shop\/notifications 2\.0\.0 \(was 1\./m);
  expect(reports).toContain('useNotify of @shop/notifications/use-notify is removed');

  // Today's remote does not compile with yesterday's shell.
  await expect(publish('mf-content', major)).rejects.toThrow(
    /use-send-message\.ts:\d+: useNotice of @shop\/notifications\/use-notify/,
  );
  await publish('shell', major);
  // The refusal names each of the five, what it misses, and what to do.
  const refusal = await promote([`shell@${major}`]).then(String, (error: Error) => error.message);
  for (const remote of remotes) {
    expect(refusal).toMatch(
      new RegExp(
        `shared-dependencies · ${remote}: \\S+ uses useNotify \\(since [\\d.]+\\) of @shop/notifications/use-notify [\\d.]+, ` +
          `and shell ${major} has @shop/notifications/use-notify 2\\.0\\.0 without useNotify → build ${remote} against shell ${major}`,
      ),
    );
  }
  await Promise.all(
    [remotes.slice(0, 2), remotes.slice(2)].map(async (part) => {
      for (const app of part) await publish(app, major, '--shell', `shell@${major}`);
    }),
  );
  // Four remotes are not enough. The refusal names the fifth, and the release of it that fits.
  const withoutContent = remotes.filter((app) => app !== 'mf-content');
  await expect(promote(['shell', ...withoutContent].map((app) => `${app}@${major}`))).rejects.toThrow(
    new RegExp(
      `refused:\n {2}shared-dependencies · mf-content: .* → promote mf-content ${major} in its place, which fits shell ${major}\n(?! {2}shared)`,
    ),
  );
  const openTab = await context.newPage();
  await openTab.goto('/contact');
  await waitUntilReady(openTab);
  expect((await readVersions(openTab)).shell).toBe(yesterday.shell);

  await promote(
    ['shell', ...remotes].map((app) => `${app}@${major}`),
    ...waitForShop(),
  );
  await page.goto('/contact');
  expect(await readVersions(page)).toEqual(Object.fromEntries(['shell', ...remotes].map((app) => [app, major])));
  await buy();
  await page.goto('/track-order');
  await expect(page.getByLabel('Order Number', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Track Order' }).click();

  // The tab that was open before goes on with the remotes that its shell was tested with.
  await openTab.getByRole('contentinfo').getByRole('link', { name: 'Track Order' }).click();
  await expect(openTab.getByLabel('Order Number', { exact: true })).toBeVisible();
  await expect(header.account).toBeVisible();
});
