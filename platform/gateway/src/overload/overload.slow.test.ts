import { waitUntil } from '@shop/testing/wait-until';
import { openPageShop, page } from '../rendering/testing/page-shop';
import { closedCatalog, closeTestGateways } from '../testing/test-gateway';
import { defaultLoadLimits, getLoad } from './overload-protection';

afterEach(closeTestGateways);

const renderers = { quick: `return ${page("'quick'")};` };

/** Opens a shop that four pending requests overload. `hold` keeps requests pending until `release`. */
async function openSmallShop() {
  let release = (_: null) => {};
  const released = new Promise<null>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const shop = await openPageShop(renderers, {
    pageCacheBytes: 1024 * 1024,
    operation: { loadLimits: { ...defaultLoadLimits, maxPendingRequests: 4 } },
    catalog: {
      ...closedCatalog,
      getStoreInfo: () => {
        waiting++;
        return released;
      },
    },
  });
  const get = (url: string, headers: Record<string, string> = {}) => shop.get(url, { host: 'localhost', ...headers });
  const held: Promise<unknown>[] = [];
  const hold = async (count: number) => {
    for (let index = 0; index < count; index++) held.push(get('/sitemap.xml'));
    await waitUntil(() => waiting === held.length, { message: 'the requests wait for the store API' });
  };
  const releaseAll = () => {
    release(null);
    return Promise.all(held);
  };
  return { ...shop, get, hold, release: releaseAll };
}

it('a busy gateway sends documents that browsers render, and cached pages with their content', async () => {
  const { get, hold, release } = await openSmallShop();
  expect((await get('/quick')).body).toBe('quick');
  await hold(2);
  expect((await get('/quick')).body).toBe('quick');
  const shed = await get('/quick?b=1');
  expect([shed.statusCode, shed.body]).toEqual([200, 'client-rendered']);
  await release();
  await waitUntil(async () => (await get('/quick?b=1')).body === 'quick', { message: 'the page is rendered again' });
});

it('an overloaded gateway answers 503 with Retry-After for documents that are not in its cache, and recovers', async () => {
  const { errors, get, hold, release, watcher } = await openSmallShop();
  await get('/quick');
  await hold(3);
  const refused = await get('/quick?b=1', { accept: 'text/html' });
  expect(refused.statusCode).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2);
  expect(refused.body).toContain('http-equiv="refresh"');
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
  expect((await get('/quick')).body).toBe('quick');
  const files = watcher.current()?.composition.shell.base ?? '';
  expect((await get(`${files}missing.js`)).statusCode).toBe(404);
  await release();
  expect((await get('/quick?b=1')).statusCode).toBe(200);
  expect(errors).toEqual([]);
});

it('a full gateway refuses every request at once, except health checks', async () => {
  const { get, hold, release } = await openSmallShop();
  await hold(4);
  const responses = await Promise.all(
    ['/', '/robots.txt', '/r/shell/1.0.0-000000000000/main.js'].map((url) => get(url)),
  );
  for (const { statusCode, headers } of responses) {
    expect([statusCode, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[2-5]$/)]);
  }
  expect((await get('/healthz')).statusCode).toBe(200);
  await release();
  expect((await get('/')).statusCode).toBe(200);
});

const idle = { eventLoopDelayMs: 0, isHeapFull: false, pendingRequests: 0 };
const limits = { maxEventLoopDelayMs: 400, maxPendingRequests: 100 };

it.each([
  ['nothing to do', 'none', {}],
  ['an event loop that is late by a quarter of the limit', 'busy', { eventLoopDelayMs: 101 }],
  ['an event loop that is later than the limit', 'overloaded', { eventLoopDelayMs: 401 }],
  ['more than half of the pending requests', 'busy', { pendingRequests: 51 }],
  ['more than three quarters of the pending requests', 'overloaded', { pendingRequests: 76 }],
  ['too many pending requests', 'full', { pendingRequests: 101 }],
  ['a heap near its limit', 'overloaded', { isHeapFull: true }],
] as const)('a process with %s has the load "%s"', (_what, level, metrics) => {
  const { isBusy, isOverloaded, isFull } = getLoad({ ...idle, ...metrics }, limits);
  expect([isBusy, isOverloaded, isFull]).toEqual([
    level !== 'none',
    level === 'overloaded' || isFull,
    level === 'full',
  ]);
});
