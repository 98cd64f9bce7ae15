import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import { waitUntil } from '@shop/testing/wait-until';
import { listProcesses, measureMemory } from './processes';
import { formatMegabytes, formatNumber, formatTable, type SectionResult, type Target } from './report';
import { type BenchmarkGateway, type BenchmarkShop, listFiles, waitUntilRendered } from './shop';
import { createUncachedAddresses, type ListAddresses } from './uncached-addresses';

/** What a load generator sends. */
export interface LoadPlan {
  /** Origin of the gateway. */
  gateway: string;
  /** Origin of the store API. */
  storeApi: string;
  connections: number;
  seconds: number;
  /** Requests of all connections to a server, instead of a time. */
  amount?: number;
  /** Addresses of documents and files. */
  paths: readonly string[];
  /** True: each connection has addresses of its own, so that none is requested twice. Default: all connections request all. */
  areUnique?: boolean;
  /** Ids of products that shoppers order. Empty: no shopper orders. */
  products: readonly string[];
  /** Address of every order. */
  shippingAddress: object;
  account: typeof account;
}

export interface LoadResult {
  count: number;
  /** Responses with 503 and Retry-After. */
  refused: number;
  /** Other responses than 2xx and 304 by route and status, and requests without a response. */
  failures: Readonly<Record<string, number>>;
  /** Responses a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Sends a load from a process of its own. @throws When the process ends without a result. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'load-generator.mjs');
  const child = fork(program, { execArgv: [] });
  // An argument has 128 KB at most.
  child.send(plan);
  return new Promise((resolve, reject) => {
    child.once('message', (result: LoadResult) => resolve(result));
    child.once('exit', (code) => reject(new Error(`The load generator ended with code ${code}.`)));
  });
}

const account = { email: 'load@example.com', password: 'saffron-and-salt' };

/** Describes a load of a number of connections on a gateway. */
export type CreatePlan = (gateway: BenchmarkGateway, connections: number, seconds: number) => LoadPlan;

/** Registers the account of the load. @returns A function that plans a mixed journey of shoppers. */
export async function prepareLoad(shop: BenchmarkShop): Promise<CreatePlan> {
  const register = await fetch(`${shop.storeApi}/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, firstName: 'Asha', lastName: 'Rao' }),
  });
  if (!register.ok) throw new Error(`The account of the load cannot be registered: ${await register.text()}`);
  const response = await fetch(`${shop.storeApi}/products?page=1&limit=50`);
  const { data } = (await response.json()) as { data: { id: string }[] };
  const products = data.map(({ id }) => id);
  const productPages = products.slice(0, 10).map((id) => `/product/${encodeURIComponent(id)}`);
  return ({ origin }, connections, seconds) => ({
    gateway: origin,
    storeApi: new URL(shop.storeApi).origin,
    connections,
    seconds,
    account,
    products,
    shippingAddress,
    paths: ['/', '/products', ...productPages],
  });
}

/** Adds the release files that the home page loads to a load. */
export async function withReleaseFiles(plan: LoadPlan): Promise<LoadPlan> {
  const html = await (await fetch(plan.gateway)).text();
  return { ...plan, paths: [...plan.paths, ...listFiles(html).slice(0, 5)] };
}

/** Different documents of a load: more than a gateway renders in one measurement. */
const uncachedDocuments = 50_000;
/** Product pages among them that differ. */
const productCount = 3000;

/** Megabytes that a gateway with its renderers, or the store API, may use. */
const maxMemory = 1024;

/**
 * Loads a shop of real processes: product pages with and without the page cache, a mixed journey at rising concurrency, a
 * sale-day spike on fresh processes, and more load than the servers can do.
 */
export async function measureLoad(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const createPlan = await prepareLoad(shop);
  await shop.importProducts(productCount);
  const listAddresses = await createUncachedAddresses(shop.storeApi);
  const newAddresses = listAddresses(0, uncachedDocuments);
  const rows: string[][] = [];
  const targets: Target[] = [];
  const failed: number[] = [];
  const memory: number[] = [];

  /** Sends a load, and adds a row to the table. @returns Responses a second. */
  const load = async (title: string, gateway: BenchmarkGateway, plan: LoadPlan): Promise<number> => {
    const result = await runLoad(plan);
    const used = [gateway.pid, shop.getStoreApiPid()].map(measureMemory);
    memory.push(...used);
    const failures = Object.values(result.failures).reduce((sum, count) => sum + count, 0);
    failed.push(failures);
    if (failures > 0) console.error(`  ${title}: ${JSON.stringify(result.failures)}`);
    const { count, refused, perSecond, p50, p95, p99 } = result;
    const metrics = [count, Math.round(perSecond), p50, p95, p99, refused, failures].map(formatNumber);
    rows.push([title, ...metrics, ...used.map(formatMegabytes)]);
    console.log(`  ${title}: ${perSecond.toFixed(0)} responses a second`);
    return perSecond;
  };

  const withGateway = async (variables: NodeJS.ProcessEnv, work: (gateway: BenchmarkGateway) => Promise<void>) => {
    const gateway = await shop.startGateway(variables);
    await work(gateway).finally(gateway.stop);
  };

  const processors: string[][] = [];
  for (const renderers of isShort ? [1, 2] : [1, 2, 4]) {
    await withGateway({ PAGE_RENDERERS: String(renderers) }, async (gateway) => {
      const plan = { ...createPlan(gateway, 10, isShort ? 3 : 10), products: [] };
      const paths = plan.paths.filter((address) => address.startsWith('/product/')).slice(0, 1);
      await waitUntilRendered(gateway.origin + paths[0]);
      if (renderers === 1) {
        const value = await load('pages cached', gateway, { ...plan, paths });
        targets.push({ text: 'pages cached, a second', value, limit: 3000, kind: 'min' });
      }
      const stopWatch = startProcessorWatch(gateway.pid, shop.getStoreApiPid());
      const title = `pages not cached, renderers: ${renderers}`;
      const value = await load(title, gateway, { ...plan, paths: newAddresses, areUnique: true });
      processors.push([String(renderers), formatNumber(value), ...stopWatch().map(formatNumber)]);
      if (renderers === 1) targets.push({ text: 'pages not cached, a second', value, limit: 150, kind: 'min' });
    });
  }
  await withGateway({}, async (gateway) => {
    await waitUntilRendered(gateway.origin);
    for (const connections of isShort ? [1, 8] : [1, 16, 256]) {
      const plan = await withReleaseFiles(createPlan(gateway, connections, isShort ? 3 : 20));
      await load(`journey, ${connections}`, gateway, plan);
    }
  });
  await shop.restartStoreApi();
  await withGateway({}, async (gateway) => {
    const clients = isShort ? 60 : 300;
    const plan = createPlan(gateway, clients, 0);
    await load(`spike, ${clients}`, gateway, {
      ...plan,
      paths: plan.paths.slice(0, 3),
      products: [],
      amount: 2 * clients,
    });
  });
  await withGateway({}, async (gateway) => {
    await waitUntilRendered(gateway.origin);
    const clients = isShort ? 200 : 1000;
    await load(`overload, ${clients}`, gateway, {
      ...createPlan(gateway, clients, isShort ? 3 : 15),
      paths: newAddresses,
      areUnique: true,
    });
    const ended = performance.now();
    await waitUntilRecovered(gateway.origin, listAddresses);
    targets.push({
      text: 'overload: time until pages are rendered again, ms',
      value: performance.now() - ended,
      limit: 10_000,
    });
  });
  targets.push(
    { text: 'failed responses of a load', value: Math.max(...failed), limit: 0 },
    { text: 'memory of a server, MB', value: Math.max(...memory) / 1024 ** 2, limit: maxMemory },
  );
  const header = ['Load', 'Responses', 'A second', 'p50', 'p95', 'p99', '503', 'Failed', 'Gateway, MB', 'API, MB'];
  return {
    targets,
    parts: [
      `Connections, and milliseconds. Generator and servers share the cores. _Pages_ at 10 connections: one product; different lists, products and searches. _Journey_: documents, release files, lists, products, searches, sign-ins, orders, payments. _Spike_: clients at once on a gateway that has rendered no page. _Overload_: different pages.\n\n${formatTable(header, rows)}`,
      `Processors that each part keeps busy while different pages are rendered. More renderers render more pages only where processors are idle.\n\n${formatTable(['Renderers', 'Pages a second', 'Gateway', 'Renderers together', 'Store API', 'Whole machine'], processors)}`,
    ],
  };
}

/**
 * Starts to watch the processors that servers use.
 *
 * @returns A function that gives the processors of the gateway, of its renderers, of the store API and of the whole machine, as means
 *   since the start.
 */
function startProcessorWatch(gatewayPid: number, storeApiPid: number): () => number[] {
  const read = () => {
    const [gateway, ...renderers] = listProcesses(gatewayPid).map(({ processorTime }) => processorTime);
    const storeApi = listProcesses(storeApiPid).map(({ processorTime }) => processorTime);
    const busy = cpus().map(({ times: { user, nice, sys, irq } }) => (user + nice + sys + irq) / 1000);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return [gateway ?? 0, sum(renderers), sum(storeApi), sum(busy)];
  };
  const [started, before] = [performance.now(), read()];
  return () => {
    const seconds = (performance.now() - started) / 1000;
    return read().map((value, index) => (value - (before[index] ?? 0)) / seconds);
  };
}

/** Waits until a page that was never rendered arrives within a second, with its content. */
async function waitUntilRecovered(origin: string, listAddresses: ListAddresses): Promise<void> {
  let index = uncachedDocuments;
  const isRecovered = async () => {
    const started = performance.now();
    const [address] = listAddresses(index, ++index, 'lists');
    const html = await (await fetch(`${origin}${address}`)).text();
    return /<h1[ >]/.test(html) && performance.now() - started < 1000;
  };
  await waitUntil(isRecovered, { timeoutMs: 60_000, intervalMs: 50, message: 'the shop renders pages again' });
}
