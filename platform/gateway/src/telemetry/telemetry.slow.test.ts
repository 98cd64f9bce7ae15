import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { halt } from '@shop/releases/actions/rollout';
import { listGatewayMetricsKeys, readAllGatewayMetrics } from '@shop/releases/canary-analysis/gateway-metrics';
import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { readVersionHistory } from '@shop/releases/canary-analysis/version-metrics';
import { createPreview } from '@shop/releases/signed-links/preview';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { beaconPath } from '@shop/remote-contract/telemetry';
import { waitUntil } from '@shop/testing/wait-until';
import { defaultLoadLimits } from '../overload/overload-protection';
import { openPageShop, page } from '../rendering/testing/page-shop';
import { closeTestGateways, openTestGateway, type TestGateway } from '../testing/test-gateway';
import { createBeacon, createVisitorCookie, nextAddress, visitPage } from '../testing/visit-page';

/** A shell whose document contains its sequence number and telemetry tag. It throws at `/breaks`. */
const shellBundle = createFakeShellBundle({
  html: ({ composition, pathname, telemetry, ...request }) => {
    if (pathname === '/breaks') throw new Error('render failure of the test');
    return JSON.stringify({ seq: composition.seq, telemetry, request });
  },
});

const root = createTestFolder();
afterEach(closeTestGateways);
let shopCount = 0;
const minute = 60_000;

/**
 * A shop with a live composition and another published one, gateways on one store, and a clock that the test sets.
 *
 * @param maxPendingRequests Limit of the load of each gateway.
 */
async function openShop(maxPendingRequests = defaultLoadLimits.maxPendingRequests) {
  const writes: string[] = [];
  const files = createFileSystemStore(path.join(root, String(++shopCount)));
  const store: ReleaseStore = {
    ...files,
    compareAndSwap: (key, bytes, tag) => {
      writes.push(key);
      return files.compareAndSwap(key, bytes, tag);
    },
  };
  const environment = createTestEnvironment(store);
  const publishShell = (version: string) =>
    publishBuild(store, { app: 'shell', version, content: version, server: shellBundle });
  await promote(environment, [await publishShell('1.0.0')], testAuthor, passingGates);
  const next = await publishShell('1.1.0');
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const gateways: TestGateway[] = [];
  const openGateway = async (identity?: string) => {
    const opened = await openTestGateway({
      environment,
      identity,
      isInProcess: true,
      now: () => clock.now,
      operation: { loadLimits: { ...defaultLoadLimits, maxPendingRequests } },
      logLevel: 'error',
      // A page from the cache counts like one that was rendered.
      pageCacheBytes: 1_000_000,
    });
    gateways.push(opened);
    return { ...opened, recorder: opened.telemetry };
  };
  const gateway = await openGateway();
  const startCanary = async (share = 50) => {
    const state = await promote(environment, [next], testAuthor, { ...passingGates, canary: { share: share } });
    for (const { waitForCanary } of gateways) await waitForCanary();
    return state.canaries[0]?.id ?? '';
  };
  return { environment, store, writes, clock, gateway, openGateway, startCanary, next };
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type Gateway = Shop['gateway'];

/** Simulates visitors for some minutes. In each group a share of the pages reports an error. */
async function simulateVisits(shop: Shop, gateway: Gateway, rates: { control: number; canary: number }, minutes = 4) {
  const counts = { control: 0, canary: 0 };
  for (let index = 0; index < minutes; index++) {
    for (let visitor = 0; visitor < 60; visitor++) {
      const page = await visitPage(gateway);
      const group: 'control' | 'canary' = page.telemetry.group;
      // Bad pages are evenly spread instead of random, so that every run has the same metrics.
      const isBad = Math.floor((counts[group] + 1) * rates[group]) > Math.floor(counts[group] * rates[group]);
      counts[group]++;
      await page.report({ errors: isBad ? 3 : 0, vitals: { LCP: 1200 } });
    }
    shop.clock.now += minute;
    await gateway.recorder.flush();
  }
}

test('counts an error for the version whose code caused it, and drops releases that the page does not contain', async () => {
  const shop = await openShop();
  const state = await readLiveState(shop.environment);
  const { version, digest } = state?.live.shell ?? {};
  const page = await visitPage(shop.gateway);
  const appErrors = { [`shell/${version}-${digest}`]: 2, 'mf-forged/1.0.0-0123456789ab': 7 };
  expect((await page.report({ errors: 9, appErrors })).statusCode).toBe(204);
  await shop.gateway.recorder.flush();
  const [record] = (await readAllGatewayMetrics(shop.store, 'production')).records;
  expect(record?.minutes.map(({ counts }) => counts.appErrors)).toEqual([{ [`shell/${version}-${digest}`]: 2 }]);
  const versions = await readVersionHistory(shop.environment, { now: shop.clock.now });
  expect(versions.map(({ app, totals, ownErrors }) => [app, totals.errors, ownErrors])).toEqual([['shell', 9, 2]]);
  const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`mf-${index}/1.0.0-0123456789ab`, 1]));
  expect((await page.report({ appErrors: many })).statusCode).toBe(400);
});

test('counts a gateway that has started again once, and none that has stopped', async () => {
  const shop = await openShop();
  const first = await shop.openGateway('gateway-1:3000');
  await first.recorder.flush();
  shop.clock.now += minute;
  const again = await shop.openGateway('gateway-1:3000');
  const other = await shop.openGateway('gateway-2:3000');
  await Promise.all([again, other].map(({ recorder }) => recorder.flush()));
  const count = async () => (await readMetricsReport(shop.environment, shop.clock.now))?.gateways;
  expect(await count()).toBe(2);
  // A gateway without visitors writes once a minute.
  for (let minutes = 0; minutes < 4; minutes++) {
    shop.clock.now += minute;
    await again.recorder.flush();
  }
  expect(await count()).toBe(1);
});

test('does not stop the next canary with a late halt of the previous one', async () => {
  const shop = await openShop();
  const first = await shop.startCanary();
  await halt(shop.environment, testAuthor);
  await promote(shop.environment, [shop.next], testAuthor, { ...passingGates, canary: { share: 50 } });
  await halt(shop.environment, testAuthor, { id: first });
  expect((await readLiveState(shop.environment))?.head.canaries).toHaveLength(1);
});

describe('beacons of one shopper', () => {
  it('ignores beacons for a group that the visitor is not in, and beacons without a visitor cookie', async () => {
    const shop = await openShop();
    await shop.startCanary();
    const canary = shop.gateway.watcher.canaries()[0]?.composition.composition.seq ?? 0;
    await simulateVisits(shop, shop.gateway, { control: 0, canary: 0 }, 1);
    for (let index = 0; index < 40; index++) {
      const page = await visitPage(shop.gateway);
      if (page.telemetry.group === 'control') {
        await page.report({ errors: 9, composition: canary, group: 'canary' });
      } else {
        await page.report({ errors: 9 }, { cookie: '' });
        await page.report({ errors: 9 }, { cookie: 'visitor=somebody' });
      }
    }
    shop.clock.now += minute;
    await shop.gateway.recorder.flush();
    const [record] = (await readAllGatewayMetrics(shop.store, 'production')).records;
    expect((record?.runs[0]?.windows ?? []).reduce((sum, window) => sum + window.canary.errors.bad, 0)).toBe(0);
  });
});

test('counts the first visit of each visitor in the charts of the live version, and in no comparison', async () => {
  const shop = await openShop();
  const id = await shop.startCanary();
  const firstVisits = [];
  for (let index = 0; index < 40; index++) firstVisits.push(await visitPage(shop.gateway, { cookie: '' }));
  expect(new Set(firstVisits.map(({ seq, telemetry }) => `${seq} ${telemetry.group} ${telemetry.isCompared}`))).toEqual(
    new Set(['1 listed false']),
  );
  // These beacons carry the cookie of the first response, by which the gateway knows both groups.
  for (const page of firstVisits) await page.report({ errors: 3, vitals: { TBT: 900 } });
  const countCompared = async () => {
    shop.clock.now += minute;
    await shop.gateway.recorder.flush();
    const report = await readMetricsReport(shop.environment, shop.clock.now);
    const { canary, control } = report?.canaries[0]?.verdict.metrics.find(({ metric }) => metric === 'blocked') ?? {};
    return { views: report?.live.totals.views, canary: canary?.visitors ?? 0, control: control?.visitors ?? 0 };
  };
  expect(await countCompared()).toEqual({ views: 40, canary: 0, control: 0 });
  const groups = { canary: 0, control: 0 };
  for (const { cookie, address } of firstVisits) {
    const page = await visitPage(shop.gateway, { cookie, address });
    groups[page.telemetry.group as 'canary' | 'control']++;
    await page.report({ vitals: { TBT: 60 } });
  }
  expect(await countCompared()).toEqual({ views: 40 + groups.control, ...groups });
  expect(Math.min(groups.canary, groups.control)).toBeGreaterThan(0);
  expect(shop.gateway.watcher.canaries()[0]?.id).toBe(id);
});

test('counts the report of a page that was open when another composition became live, for ten minutes', async () => {
  const shop = await openShop();
  const [page, latePage] = [await visitPage(shop.gateway), await visitPage(shop.gateway)];
  await promote(shop.environment, [shop.next], testAuthor, passingGates);
  await waitUntil(() => shop.gateway.watcher.current()?.composition.seq !== page.seq, {
    message: 'the gateway serves the next composition',
  });
  await page.report({ errors: 1 });
  shop.clock.now += 10 * minute + 1;
  await latePage.report({ errors: 1 });
  await shop.gateway.recorder.flush();
  const versions = await readVersionHistory(shop.environment, { now: shop.clock.now });
  expect(versions.map(({ version, totals }) => [version, totals.views, totals.errors])).toEqual([
    ['1.1.0', 0, 0],
    ['1.0.0', 2, 1],
  ]);
});

test('rejects a malformed beacon with a message of one line, and ignores beacons of unknown compositions', async () => {
  const shop = await openShop();
  const page = await visitPage(shop.gateway);
  const sent = async (payload: string, contentType = 'application/json') => {
    const { statusCode, body } = await shop.gateway.app.inject({
      method: 'POST',
      url: '/-/telemetry',
      remoteAddress: page.address,
      headers: { 'content-type': contentType },
      payload,
    });
    expect(body.split('\n')).toHaveLength(1);
    return { statusCode, body };
  };
  expect(await sent('{"errors":')).toMatchObject({ statusCode: 400 });
  expect(await sent('{}')).toEqual({
    statusCode: 400,
    body: expect.stringMatching(/^This is not a beacon: composition: /),
  });
  expect(await sent('{}', 'text/plain')).toMatchObject({ statusCode: 400 });
  expect(await sent(JSON.stringify({ text: 'x'.repeat(4000) }))).toMatchObject({ statusCode: 413 });
  expect((await page.report({ errors: -1 })).statusCode).toBe(400);
  expect((await page.report({ vitals: { LCP: 1e9 } })).statusCode).toBe(400);
  expect((await page.report({ errors: 1, composition: 99 })).statusCode).toBe(204);
  expect((await page.report({ errors: 1000 })).statusCode).toBe(204);
  await shop.gateway.recorder.flush();
  const report = await readMetricsReport(shop.environment, shop.clock.now);
  // The counts of one beacon are limited.
  expect(report?.live.totals.errors).toBe(20);
  const answers = await Promise.all(Array.from({ length: 300 }, () => page.report()));
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(50);
});

test('serves pages of earlier shells under the earlier names of telemetry', async () => {
  const shop = await openShop();
  const { app, recorder } = shop.gateway;
  const tag = (await app.inject({ url: '/' })).json<{ request: { health: object } }>().request.health;
  expect(tag).toEqual({ cohort: 'control', isCompared: false });
  const counts = { errors: 2, loadFailures: 0, checkoutsStarted: 0, ordersPlaced: 0, vitals: {} };
  const send = (cohort: string) =>
    app.inject({ method: 'POST', url: '/-/health', payload: { composition: 1, cohort, ...counts } });
  expect((await send('control')).statusCode).toBe(204);
  expect(await send('nobody')).toMatchObject({ statusCode: 400, body: expect.stringContaining('not a beacon: group') });
  await recorder.flush();
  expect((await readMetricsReport(shop.environment, shop.clock.now))?.live.totals.errors).toBe(2);
});

test('adds up the metrics of several gateways, and writes nothing when nothing is new', async () => {
  const shop = await openShop();
  const other = await shop.openGateway();
  await shop.startCanary();
  await Promise.all(
    [shop.gateway, other].map((gateway) => simulateVisits(shop, gateway, { control: 0.02, canary: 0.1 }, 1)),
  );
  await (await visitPage(other, { url: '/' })).report({
    checkoutsStarted: 1,
    ordersPlaced: 1,
    vitals: { LCP: 5000, CLS: 0.3 },
  });
  await Promise.all([shop.gateway.recorder.flush(), other.recorder.flush()]);
  expect([...shop.gateway.errors, ...other.errors]).toEqual([]);
  const report = await readMetricsReport(shop.environment, shop.clock.now);
  const both = [report?.live.totals, report?.canaries[0]?.canary.totals];
  expect(report?.gateways).toBe(2);
  expect(both.reduce((sum, totals) => sum + (totals?.views ?? 0), 0)).toBe(121);
  expect(both.reduce((sum, totals) => sum + (totals?.vitals.LCP.samples ?? 0), 0)).toBe(121);
  expect(both.reduce((sum, totals) => sum + (totals?.ordersPlaced ?? 0), 0)).toBe(1);
  expect(report?.live.minutes).toHaveLength(120);
  expect(report?.live.minutes.reduce((sum, { views }) => sum + views, 0)).toBe(report?.live.totals.views);
  const written = shop.writes.length;
  await Promise.all([shop.gateway.recorder.flush(), other.recorder.flush()]);
  expect(shop.writes).toHaveLength(written);
});

test('does not record previews, and records render failures', async () => {
  const shop = await openShop();
  const { id } = await createPreview(
    shop.environment,
    { shell: shop.next, remotes: [] },
    { by: 'asha', duration: minute },
  );
  const page = await visitPage(shop.gateway, { cookie: `preview=${id}` });
  expect(page.telemetry).toBeUndefined();
  await page.report({ errors: 5, composition: 1 });
  expect((await shop.gateway.app.inject({ url: '/breaks' })).statusCode).toBe(500);
  expect(shop.gateway.logLines.map(({ msg }) => msg)).toEqual([expect.stringContaining('request failed')]);
  await shop.gateway.recorder.flush();
  const report = await readMetricsReport(shop.environment, shop.clock.now);
  expect(report?.live.totals).toMatchObject({ errors: 0, renderFailures: 1 });
});

test.each<[string, { method?: 'HEAD'; headers?: Record<string, string> }]>([
  ['a HEAD request', { method: 'HEAD' }],
  ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
  [
    'a page that the service worker reads to store it',
    { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } },
  ],
])('counts %s neither as a page view nor as a page that never started', async (_name, { headers, ...options }) => {
  const shop = await openShop();
  await shop.startCanary();
  const read = async (cookie: string) => {
    const request = { url: '/', remoteAddress: nextAddress(), ...options, headers: { ...headers, cookie } };
    expect((await shop.gateway.app.inject(request)).statusCode).toBe(200);
  };
  for (let index = 0; index < 20; index++) {
    await read((await visitPage(shop.gateway)).cookie);
    await read(createVisitorCookie());
  }
  shop.clock.now += minute;
  await shop.gateway.recorder.flush();
  const { records } = await readAllGatewayMetrics(shop.store, 'production');
  const minutes = records.flatMap((record) => record.minutes);
  const windows = records.flatMap(({ runs }) => runs.flatMap(({ windows: closed }) => closed));
  expect(minutes.reduce((sum, { counts }) => sum + counts.views, 0)).toBe(20);
  const started = windows.flatMap(({ control, canary }) => [control.neverStarted, canary.neverStarted]);
  expect(started.reduce((sum, { visitors }) => sum + visitors, 0)).toBe(20);
});

// One request makes a gateway busy that has 1.5 as its limit, and overloads one that has 1.2.
test.each([
  ['busy', 1.5, 200, 20],
  ['overloaded', 1.2, 503, 0],
])('compares no page of a gateway that is %s', async (_load, maxPendingRequests, status, views) => {
  const shop = await openShop(maxPendingRequests);
  await shop.startCanary();
  for (let index = 0; index < 20; index++) {
    const cookie = createVisitorCookie();
    const remoteAddress = nextAddress();
    const page = await shop.gateway.app.inject({ url: '/', remoteAddress, headers: { cookie } });
    expect(page.statusCode).toBe(status);
    if (status !== 200) continue;
    const { seq, telemetry } = page.json();
    expect(telemetry).toEqual({ group: 'listed', isCompared: false });
    const payload = createBeacon({ composition: seq, group: telemetry.group, vitals: { LCP: 9000 } });
    await shop.gateway.app.inject({ method: 'POST', url: beaconPath, remoteAddress, headers: { cookie }, payload });
  }
  shop.clock.now += minute;
  await shop.gateway.recorder.flush();
  const { records } = await readAllGatewayMetrics(shop.store, 'production');
  const minutes = records.flatMap((record) => record.minutes);
  expect(minutes.reduce((sum, { counts }) => sum + counts.views, 0)).toBe(views);
  expect(records.flatMap(({ runs }) => runs.flatMap(({ windows }) => windows))).toEqual([]);
});

test('counts a redirect as no page view, and the page that it leads to as one', async () => {
  const shop = await openPageShop({
    old: `return { kind: 'redirect', location: '/list' };`,
    list: `return ${page("'list'")};`,
  });
  for (const url of ['/old', '/old', '/list']) await shop.get(url);
  await shop.telemetry.flush();
  const { records } = await readAllGatewayMetrics(shop.environment.store, 'production');
  expect(records.flatMap(({ minutes }) => minutes.map(({ counts }) => counts.views))).toEqual([1]);
});

test('prunes metrics of a stopped gateway when neither charts nor the canary analysis need them', async () => {
  const shop = await openShop();
  await shop.startCanary();
  await simulateVisits(shop, shop.gateway, { control: 0, canary: 0 }, 1);
  shop.clock.now += 180 * minute;
  const fresh = await shop.openGateway();
  await fresh.recorder.prune();
  expect(await listGatewayMetricsKeys(shop.store, 'production')).toHaveLength(1);
  await halt(shop.environment, testAuthor);
  await waitUntil(() => fresh.watcher.canaries().length === 0, { message: 'the new gateway stops the canary' });
  await fresh.recorder.prune();
  expect(await listGatewayMetricsKeys(shop.store, 'production')).toEqual([]);
  expect(fresh.errors).toEqual([]);
});
