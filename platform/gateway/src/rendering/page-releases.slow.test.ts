import { randomUUID } from 'node:crypto';
import { promote } from '@shop/releases/actions/promote';
import { checkCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import { readAllGatewayMetrics } from '@shop/releases/canary-analysis/gateway-metrics';
import type { Release } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { readLive } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways } from '../testing/test-gateway';
import { openPageShop, type PageShop, page } from './testing/page-shop';

afterEach(closeTestGateways);

/**
 * Starts a canary of half of the visitors with a version of `mf-a`, and opens its page as 160 visitors.
 *
 * @returns The release, and the number of visitors by the document that they got.
 */
async function visitCanary(shop: PageShop, code: string): Promise<{ broken: Release; bodies: Record<string, number> }> {
  const broken = await shop.publishRemote('a', code, '2.0.0');
  await promote(shop.environment, [broken], testAuthor, { ...passingGates, canary: { share: 50 } });
  await (await shop.waitForCanary()).composition.renderer.whenPrepared();
  const bodies: Record<string, number> = {};
  for (let visitor = 0; visitor < 160; visitor++) {
    const headers = { cookie: `visitor=${randomUUID()}` };
    const { statusCode, body } = await shop.app.inject({ url: '/a', remoteAddress: `10.1.${visitor}.1`, headers });
    expect(statusCode).toBe(200);
    bodies[body] = (bodies[body] ?? 0) + 1;
  }
  return { broken, bodies };
}

const rendered = (text: string) => `return ${page(`'${text}'`)};`;

test.each([
  ['rendered', {}],
  ['taken from the page cache', { pageCacheBytes: 1_000_000 }],
])(
  'a canary that cannot be rendered is halted although its visitors got documents, when pages are %s',
  async (_how, options) => {
    const shop = await openPageShop({ a: rendered('one') }, options);
    const { bodies } = await visitCanary(shop, `throw new Error('broken')`);
    expect(Object.keys(bodies).sort()).toEqual(['client-rendered', 'one']);
    shop.clock.now += 60_000;
    await shop.telemetry.flush();
    const seen = await checkCanaries(shop.environment, shop.clock.now);
    expect(seen?.halted[0]?.reason).toMatch(/^renderFailures: .* requested a page that the server could not render/);
  },
);

test.each([
  ['rendered', {}],
  ['taken from the page cache', { pageCacheBytes: 1_000_000 }],
])(
  'a canary whose filler fails on the server is halted, and its release has the errors, when pages are %s',
  async (_how, options) => {
    const shop = await openPageShop({ a: rendered('one') }, options);
    const failure = `{ app: 'mf-a', version: '2.0.0', slot: 'product.below', reason: 'no reviews' }`;
    const unknown = `{ app: 'mf-none', version: '1.0.0', slot: 'product.below', reason: 'forged' }`;
    const code = `return { ...${page(`'without the filler'`)}, slotFailures: [${failure}, ${unknown}] };`;
    const { broken, bodies } = await visitCanary(shop, code);
    shop.clock.now += 60_000;
    await shop.telemetry.flush();
    const { records } = await readAllGatewayMetrics(shop.environment.store, shop.environment.name);
    const counted = records.flatMap(({ minutes }) =>
      minutes.flatMap(({ counts }) => Object.entries(counts.appErrors ?? {})),
    );
    expect(new Set(counted.map(([release]) => release))).toEqual(new Set([`mf-a/2.0.0-${broken.digest}`]));
    expect(counted.reduce((sum, [, errors]) => sum + errors, 0)).toBe(bodies['without the filler']);
    const seen = await checkCanaries(shop.environment, shop.clock.now);
    expect(seen?.halted[0]?.reason).toMatch(/^renderFailures: .* that the server could not render completely/);
  },
);

test('a promotion and a rollback under requests fail no navigation, and the rollback is rendered at once', async () => {
  const shop = await openPageShop({ a: rendered('one') });
  const [one, two] = [
    shop.watcher.current()?.composition.remotes[0],
    await shop.publishRemote('a', rendered('two'), '2.0.0'),
  ];
  if (!one) throw new Error('no remote is live');
  let isRunning = true;
  const statuses = new Set<number>();
  const bodies = new Set<string>();
  const navigate = async () => {
    while (isRunning) {
      const { statusCode, body } = await shop.get('/a');
      statuses.add(statusCode);
      bodies.add(body);
    }
  };
  const navigating = Promise.all([navigate(), navigate(), navigate()]);
  await shop.promoteRelease(two);
  await shop.watcher.current()?.renderer.whenPrepared();
  await waitUntil(async () => (await shop.get('/a')).body === 'two', { message: 'the new page is rendered' });
  await shop.promoteRelease({ app: one.name, version: one.version, digest: one.digest });
  expect((await shop.get('/a')).body).toBe('one');
  isRunning = false;
  await navigating;
  expect([...statuses]).toEqual([200]);
  for (const body of bodies) expect(['one', 'two', 'client-rendered']).toContain(body);
});

test('a composition that cannot be evaluated is served client-rendered, and a rollback needs no renderer', async () => {
  const shop = await openPageShop({ a: rendered('one') });
  const [one] = shop.watcher.current()?.composition.remotes ?? [];
  if (!one) throw new Error('no remote is live');
  const two = await shop.publishRemote('a', `}; process.exit(3); exports.render = async () => {`, '2.0.0');
  await shop.promoteRelease(two);
  await waitUntil(() => shop.errors.length > 0, { message: 'the failure is reported' });
  expect((await shop.get('/a')).body).toBe('client-rendered');
  await shop.promoteRelease({ app: one.name, version: one.version, digest: one.digest });
  expect((await shop.get('/a')).body).toBe('one');
  expect(shop.errors).toContainEqual(expect.stringContaining('its process ended with 3'));
});

test('a preview is rendered in a process of its own that starts with its first page', async () => {
  const shop = await openPageShop({ a: rendered('one') });
  const state = await readLive(shop.environment);
  const next = await shop.publishRemote(
    'a',
    `globalThis.text = (globalThis.text ?? '') + 'x'; return ${page('text')};`,
    '2.0.0',
  );
  const { id } = await createPreview(
    shop.environment,
    { shell: state.live.shell, remotes: [next] },
    { by: 'asha', duration: 60_000 },
  );
  const openPreview = () => shop.get('/a', { cookie: `preview=${id}` });
  await waitUntil(async () => /^x+$/.test((await openPreview()).body), { message: 'the preview is rendered' });
  expect((await shop.get('/a')).body).toBe('one');
});
