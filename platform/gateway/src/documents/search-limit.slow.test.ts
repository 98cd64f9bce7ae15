import { createGatewayMetrics } from '../operation/gateway-metrics';
import { openPageShop, page } from '../rendering/testing/page-shop';
import { startCatalogApi } from '../testing/catalog-api';
import { closeTestGateways } from '../testing/test-gateway';

afterEach(closeTestGateways);

const searchesPerMinute = 300;
const [network, other] = ['2001:db8:1::1', '2001:db8:2::1'];

/** Opens a shop with the page `/list?b=…`. `get` returns the body of a document, or the status of a search. */
async function openShop() {
  const { storeApiUrl } = await startCatalogApi(['1']);
  const metrics = createGatewayMetrics();
  const clock = { now: 1_000_000 };
  const { app } = await openPageShop(
    { list: `return ${page("'list'")};` },
    {
      storeApiUrl,
      hasCatalog: true,
      pageCacheBytes: 16 * 1024 * 1024,
      now: () => clock.now,
      operation: { metrics },
    },
  );
  // A request begins when its result is awaited.
  const send = async (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
  const get = async (url: string, remoteAddress: string) => {
    const { statusCode, body } = await send(url, remoteAddress);
    return url.startsWith('/-/') ? statusCode : body;
  };
  const useUp = async (create: (index: number) => string) => {
    for (let index = 0; index < searchesPerMinute; index++) await get(create(index), network);
  };
  return { clock, get, metrics, send, useUp };
}

const createAddress = (index: number) => `/list?b=${index}`;

it.each([
  ['pages with a query', createAddress, ['client-rendered', 200]],
  ['calls of the search', () => '/-/search?q=tava', ['list', 429]],
])('a network that sends too many %s gets no further ones', async (_what, create, [document, status]) => {
  const { get, useUp } = await openShop();
  await useUp(create);
  expect(await get('/list?b=next', network)).toBe(document);
  expect(await get('/-/search?q=tava', network)).toBe(status);
  // These search nothing.
  for (const url of ['/list', '/list?utm_source=x']) expect(await get(url, network)).toBe('list');
  expect(await get('/list?b=other', other)).toBe('list');
  expect(await get('/-/search?q=tava', other)).toBe(200);
});

it.each([
  ['fresh', 0],
  ['rendered again', 10_000],
  ['rendered again for its visitor', 60_000],
])('requests for a page that is %s do not count', async (_what, age) => {
  const { clock, get, useUp } = await openShop();
  await get('/list?b=cached', other);
  clock.now += age;
  await useUp(() => {
    clock.now += age && 6000;
    return '/list?b=cached';
  });
  expect(await get('/list?b=next', network)).toBe('list');
});

it('a network beyond its limit gets a page that another one has requested', async () => {
  const { clock, get, useUp } = await openShop();
  await get('/list?b=cached', other);
  await useUp(createAddress);
  clock.now += 10_000;
  expect(await get('/list?b=cached', network)).toBe('list');
});

it.each([
  ['after it', false],
  ['at the same time', true],
])('the document without content of a network beyond its limit reaches no visitor %s', async (_when, isAtOnce) => {
  const { get, send, useUp } = await openShop();
  await useUp(createAddress);
  for (let round = 0; round < 3; round++) {
    const limited = send(`/list?b=new${round}`, network);
    if (!isAtOnce) await limited;
    expect(await get(`/list?b=new${round}`, other)).toBe('list');
    const { body, headers } = await limited;
    expect([body, headers['cache-control']]).toEqual(['client-rendered', 'no-cache']);
  }
});

it('a limited page has a cause of its own in the metrics', async () => {
  const { get, metrics, useUp } = await openShop();
  await useUp(createAddress);
  await get('/list?b=next', network);
  expect(await metrics.registry.metrics()).toContain('gateway_render_fallbacks_total{app="mf-list",cause="limited"} 1');
});
