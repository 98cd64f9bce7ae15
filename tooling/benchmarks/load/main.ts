import { waitUntil } from '@shop/testing/wait-until';
import { parseOptions, parsePositiveInteger, readArguments } from '../../read-arguments';
import { formatTable } from '../page-speed/report/markdown-table';
import { measureMemory, sumMemory } from '../page-speed/server/process-memory';
import { waitUntilRendered } from '../page-speed/shops/wait-until-rendered';
import type { BenchmarkGateway } from '../release/benchmark-shop';
import { startCountingProxy } from './counting-proxy';
import { listReleaseFiles, openLoadShop } from './load-shop';
import { type LoadResult, runLoad, sumRoutes } from './run-load';

/*
 * `npm run bench:load` loads a shop of real processes on this machine: a mixed journey at rising concurrency, a sale-day spike on
 * fresh processes, and more load than the servers can do. It exits with 1 when a response failed other than with 503 and
 * Retry-After, or a process used too much memory. `-- --short` runs every part for a few seconds.
 */
const { isShort, port } = readArguments((args) => {
  const values = parseOptions(args, {
    short: { type: 'boolean', default: false },
    port: { type: 'string', default: '3940' },
  });
  return { isShort: values.short, port: parsePositiveInteger('port', values.port, 65_000) };
});
const levels = isShort ? [1, 8] : [1, 4, 16, 64, 256];
const levelSeconds = isShort ? 3 : 20;
const spikeClients = isShort ? 60 : 300;
const overloadClients = isShort ? 200 : 1000;
const overloadSeconds = isShort ? 3 : 15;
/** Bytes that a gateway with its renderers, or the store API, may use. */
const maxMemory = 1024 ** 3;

const violations: string[] = [];
const assertHolds = (isMet: boolean, text: string) => {
  if (!isMet) violations.push(text);
};

const { shop, plan } = await openLoadShop(port);
const formatMegabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);

/** Rows of a table: one for each kind of request, and the sum. Failed responses are violations. */
function describe(title: string, result: LoadResult, gateway: BenchmarkGateway): string[] {
  const { count, refused, failed } = sumRoutes(result);
  const [gatewayBytes, apiBytes] = [gateway.pid, shop.getStoreApiPid()].map((pid) => sumMemory(measureMemory(pid)));
  for (const [route, figures] of Object.entries(result.routes)) {
    const statuses = Object.entries(figures.statuses).map(([status, times]) => `${times} with ${status}`);
    assertHolds(
      figures.failed === 0,
      `${title}: ${figures.failed} failed responses to ${route} (${statuses.join(', ')})`,
    );
  }
  assertHolds(result.lost === 0, `${title}: ${result.lost} requests without a response`);
  assertHolds((gatewayBytes ?? 0) < maxMemory, `${title}: the gateway uses ${formatMegabytes(gatewayBytes ?? 0)} MB`);
  assertHolds((apiBytes ?? 0) < maxMemory, `${title}: the store API uses ${formatMegabytes(apiBytes ?? 0)} MB`);
  return [
    title,
    String(count),
    result.perSecond.toFixed(0),
    result.p50.toFixed(0),
    result.p95.toFixed(0),
    result.p99.toFixed(0),
    String(refused),
    String(failed + result.lost),
    formatMegabytes(gatewayBytes ?? 0),
    formatMegabytes(apiBytes ?? 0),
  ];
}

const header = [
  'Load',
  'Responses',
  'A second',
  'p50, ms',
  'p95, ms',
  'p99, ms',
  '503',
  'Failed',
  'Gateway, MB',
  'API, MB',
];

async function measureJourney(gateway: BenchmarkGateway): Promise<string[][]> {
  await waitUntilRendered(gateway.origin);
  const files = await listReleaseFiles(gateway.origin);
  const rows: string[][] = [];
  for (const connections of levels) {
    const result = await runLoad(plan(gateway, connections, levelSeconds, files));
    rows.push(describe(`${connections} connections`, result, gateway));
    const orders = result.routes.payment?.count ?? 0;
    console.log(
      `  ${connections} connections: ${result.perSecond.toFixed(0)} responses a second, ${orders} paid orders`,
    );
  }
  return rows;
}

/** All clients open home and one product at once, on a gateway that has never rendered a page. */
async function measureSpike(): Promise<string[][]> {
  await shop.restartStoreApi();
  const proxy = await startCountingProxy(shop.storeApi);
  const gateway = await shop.startGateway({ STORE_API_URL: proxy.address });
  try {
    const all = plan(gateway, spikeClients, 0);
    const paths = all.paths.filter(({ name }, index) => name === 'home' || (name === 'product page' && index < 3));
    const result = await runLoad({ ...all, paths, products: [], amount: 2 * spikeClients });
    const calls = proxy.getCounts();
    const repeated = [...calls.values()].filter((count) => count > 1).length;
    // Two gateways' worth of one page would be two calls: its data is fresh for five seconds.
    assertHolds(
      repeated === 0 || result.perSecond * 5 < 2 * spikeClients,
      `spike: ${repeated} calls of the API were repeated`,
    );
    console.log(
      `  spike: ${calls.size} calls of the store API for ${sumRoutes(result).count} documents, ${repeated} repeated`,
    );
    return [describe(`spike, ${spikeClients} clients`, result, gateway)];
  } finally {
    await gateway.stop();
    await proxy.close();
  }
}

/** More than the servers can do, and the time until both answer as before. */
async function measureOverload(): Promise<string[][]> {
  const gateway = await shop.startGateway();
  try {
    await waitUntilRendered(gateway.origin);
    const all = plan(gateway, overloadClients, overloadSeconds);
    // Every address is new, so that no document comes from the cache.
    const paths = Array.from({ length: 500 }, (_, index) => ({
      path: `/products?page=${index}`,
      name: 'page not cached',
    }));
    const result = await runLoad({ ...all, paths });
    const ended = performance.now();
    let page = 500;
    const recovers = async () => {
      const started = performance.now();
      const [document, products] = await Promise.all([
        fetch(`${gateway.origin}/products?page=${page++}`),
        fetch(`${shop.storeApi}/products?page=1`),
      ]);
      const html = await document.text();
      await products.arrayBuffer();
      return document.ok && products.ok && /<h1[ >]/.test(html) && performance.now() - started < 1000;
    };
    await waitUntil(recovers, { timeoutMs: 60_000, intervalMs: 50, message: 'the shop renders pages again' });
    const recoveryMs = performance.now() - ended;
    console.log(`  overload: pages are rendered again ${recoveryMs.toFixed(0)} ms after the load`);
    return [describe(`overload, ${overloadClients} clients`, result, gateway)];
  } finally {
    await gateway.stop();
  }
}

try {
  console.log('');
  const gateway = await shop.startGateway();
  const rows = await measureJourney(gateway);
  await gateway.stop();
  rows.push(...(await measureSpike()), ...(await measureOverload()));
  console.log(`\n${formatTable(header, rows)}\n`);
  for (const violation of violations) console.log(`Not met: ${violation}`);
  if (violations.length === 0) console.log('Every response was successful, or 503 with Retry-After.');
} finally {
  await shop.close();
}
process.exit(violations.length > 0 ? 1 : 0);
