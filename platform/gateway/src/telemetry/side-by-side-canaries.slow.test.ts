import { promote } from '@shop/releases/actions/promote';
import { checkCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { readLiveState } from '@shop/releases/state/live-state';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { passingGates } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { visitPage } from '../testing/visit-page';

afterEach(closeTestGateways);

const minute = 60_000;
/** A shell whose document contains its sequence number, its telemetry tag and the versions of the remotes. */
const shellBundle = createFakeShellBundle({
  html: ({ composition, telemetry }) => {
    const versions = composition.remotes.map(({ name, version }) => `${name}@${version}`).join(' ');
    return JSON.stringify({ seq: composition.seq, telemetry, versions });
  },
});

/** A shop with canaries of mf-a and mf-b at 35 % of the visitors each. */
async function openShop() {
  const shop = await openTestGateway();
  const publishApp = (app: string, version: string) => {
    const server = app === 'shell' ? shellBundle : 'exports.routes = {}';
    return publishBuild(shop.environment.store, { app, version, content: version, server });
  };
  const ship = async (app: string, version: string, share?: number) => {
    const options = { ...passingGates, canary: share === undefined ? null : { share } };
    return promote(shop.environment, [await publishApp(app, version)], { by: `team-${app}`, reason: '' }, options);
  };
  const first = await Promise.all(['shell', 'mf-a', 'mf-b', 'mf-c'].map((app) => publishApp(app, '1.0.0')));
  await promote(shop.environment, first, { by: 'asha', reason: '' }, passingGates);
  await ship('mf-a', '2.0.0', 35);
  await ship('mf-b', '2.0.0', 35);
  await waitUntil(() => shop.watcher.canaries().length === 2, { message: 'the gateway serves both canaries' });
  const closeWindow = async () => {
    shop.clock.now += minute;
    await shop.telemetry.flush();
  };
  return { ...shop, ship, visit: () => visitPage(shop), closeWindow };
}

test('halts the canary whose pages report errors, and continues the other one', async () => {
  const { environment, clock, visit, closeWindow } = await openShop();
  const counts: Record<string, number> = {};
  for (let index = 0; index < 4; index++) {
    for (let visitor = 0; visitor < 90; visitor++) {
      const { versions, report } = await visit();
      const count = counts[versions] ?? 0;
      counts[versions] = count + 1;
      // One in three pages of mf-b 2.0.0 fails, and one in thirty of each other composition: evenly, as chance would at times halt both.
      const isBad = count % (versions.includes('mf-b@2.0.0') ? 3 : 30) === 0;
      await report({ errors: isBad ? 2 : 0 });
    }
    await closeWindow();
  }
  const checked = await checkCanaries(environment, clock.now);
  expect(checked?.halted).toEqual([
    { apps: ['mf-b'], owner: 'team-mf-b', reason: expect.stringMatching(/^errors: \d+ of \d+ /) },
  ]);
  expect((await readLiveState(environment))?.canaries.map(({ owner }) => owner)).toEqual(['team-mf-a']);
  const [a, b] = checked?.report.canaries ?? [];
  expect(a?.verdict.metrics.find(({ metric }) => metric === 'errors')).toMatchObject({ state: 'no-difference' });
  // A visitor has one composition.
  const views = [a?.canary, b?.canary, checked?.report.live].map((metrics) => metrics?.totals.views ?? 0);
  expect(views.reduce((sum, count) => sum + count, 0)).toBe(360);
});

test('keeps the metrics of a canary when a promotion of another app rebuilds it, also of pages that were open', async () => {
  const { environment, clock, ship, visit, closeWindow, watcher, get } = await openShop();
  const shopGet = () => get('/', { 'sec-purpose': 'prefetch' });
  for (let visitor = 0; visitor < 60; visitor++) await (await visit()).report();
  await closeWindow();
  const openPages = [];
  for (let visitor = 0; visitor < 20; visitor++) openPages.push(await visit());
  const listSeqs = () => watcher.canaries().map(({ composition }) => composition.composition.seq);
  const before = [watcher.current()?.composition.seq, ...listSeqs()];
  let isShipping = true;
  // Requests meet every state of the gateway, also the one without canaries while it loads them.
  const browse = async () => {
    while (isShipping) await shopGet();
  };
  const browsing = browse();
  await ship('mf-c', '2.0.0');
  const isRebuilt = () => [watcher.current()?.composition.seq, ...listSeqs()].every((seq) => !before.includes(seq));
  await waitUntil(() => watcher.canaries().length === 2 && isRebuilt(), {
    message: 'the gateway serves the rebuilt canaries',
  });
  isShipping = false;
  await browsing;
  for (const page of openPages) await page.report();
  for (let visitor = 0; visitor < 60; visitor++) await (await visit()).report();
  await closeWindow();
  const report = await readMetricsReport(environment, clock.now);
  for (const name of ['errors', 'neverStarted'] as const) {
    const groups = report?.canaries.map(({ verdict }) => {
      const { canary, control } = verdict.metrics.find(({ metric }) => metric === name) ?? {};
      expect([canary?.bad, control?.bad]).toEqual([0, 0]);
      return { canary: canary?.visitors ?? 0, control: control?.visitors ?? 0 };
    });
    const [a, b] = groups ?? [];
    // Both have the same control group.
    expect(a?.control).toBe(b?.control);
    expect((a?.canary ?? 0) + (b?.canary ?? 0) + (a?.control ?? 0)).toBe(140);
  }
});
