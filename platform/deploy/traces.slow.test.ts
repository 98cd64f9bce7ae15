import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { bundleStorePrograms, type RunningServer, type StorePrograms } from '@shop/store-api/testing/store-process';
import { waitUntil } from '@shop/testing/wait-until';
import { bundleGateway, type GatewayProcess, startGateway } from './testing/gateway-process';
import { startTraceReceiver, type TraceReceiver } from './testing/trace-receiver';

/** A shell whose pages contain what the store API answers to their query. */
const server = createFakeShellBundle({
  html: () => 'client-rendered',
  renderPage: async ({ search }) => {
    const response = await fetch(`http://localhost:8044/api/v1/products${search}`);
    const html = await response.text();
    return { kind: 'page', document: { status: 200, html, inlineScripts: [], apiOrigin: 'http://localhost:8044' } };
  },
});
/** The remote that owns the page. Pages are rendered for the queries that it declares only. */
const catalog = { app: 'mf-catalog', paths: { list: '/products' }, queries: { list: ['category'] } };

/** Creates the trace context of a proxy. @see https://www.w3.org/TR/trace-context/#traceparent-header */
function createTraceContext() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

const folder = mkdtempSync(path.join(tmpdir(), 'traces-'));
const keys = path.join(folder, 'keys');
let programs: StorePrograms;
let dataDir: string;
let storeApi: RunningServer | undefined;
let gateway: GatewayProcess | undefined;

/** Starts the store API and a gateway. Both record the files that they load. */
async function startServers(env: Record<string, string>) {
  const coverage = mkdtempSync(path.join(folder, 'coverage-'));
  const common = { ...env, NODE_V8_COVERAGE: coverage, TRUSTED_PROXIES: 'loopback' };
  storeApi = await programs.startServer({ ...common, DATA_DIR: dataDir, MAIL_TRANSPORT: 'off' });
  const own = { STORE_API_URL: `${storeApi.address}/api/v1`, PAGE_RENDERERS: '1' };
  gateway = await startGateway({ port: await findFreePort(), folder, keys, env: { ...common, ...own } });
  return { coverage, shop: `http://${gateway.address}`, api: `${storeApi.address}/api/v1` };
}

async function stopServers(): Promise<void> {
  await gateway?.stop();
  storeApi?.child.kill('SIGTERM');
  await storeApi?.ended;
  gateway = undefined;
  storeApi = undefined;
}

/** Reads which files the servers loaded. @returns For each server that has ended: whether it loaded OpenTelemetry. */
const findServersWithTraces = (coverage: string) =>
  readdirSync(coverage)
    .map((file): string[] => readFileSync(path.join(coverage, file), 'utf8').match(/[\w-]+(?=\.mjs)/g) ?? [])
    .filter((files) => files.includes('server'))
    .map((files) => files.some((file) => file.startsWith('opentelemetry-')));

beforeAll(async () => {
  await ensureKeys(keys);
  const store = createFileSystemStore(path.join(folder, 'releases'));
  const releases = [await publishBuild(store, { app: 'shell', server }), await publishBuild(store, catalog)];
  await promote(await openTestEnvironment(store, keys), releases, testAuthor, passingGates);
  bundleGateway();
  programs = bundleStorePrograms();
  dataDir = programs.createDataDir();
}, 120_000);
afterAll(async () => {
  await stopServers();
  programs.remove();
});

describe('traces', () => {
  let receiver: TraceReceiver;
  let servers: Awaited<ReturnType<typeof startServers>>;
  beforeAll(async () => {
    receiver = await startTraceReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, OTEL_BSP_SCHEDULE_DELAY: '100' };
    servers = await startServers(env);
  }, 60_000);
  afterAll(async () => {
    await stopServers();
    await receiver.stop();
  });

  it('lead from the request of a proxy for a document through the call of the store API to the database query', async () => {
    const contexts: ReturnType<typeof createTraceContext>[] = [];
    const findQuery = () =>
      receiver.spans.find((span) => /^select product/.test(span.name) && receiver.listAncestry(span).length >= 5);
    // The first pages may have no content, because the renderer is starting. Neither cache has an answer to a new query.
    const query = await waitUntil(
      async () => {
        const context = createTraceContext();
        contexts.push(context);
        const { traceparent } = context;
        await fetch(`${servers.shop}/products?category=asha-${contexts.length}@example.com`, {
          headers: { traceparent },
        });
        return findQuery();
      },
      { timeoutMs: 30_000, intervalMs: 300, message: 'a trace leads from a document to a query' },
    );
    const ancestry = receiver.listAncestry(query);
    expect(ancestry.map(({ service, name }) => `${service}: ${name}`)).toEqual([
      'store-api: select product',
      'store-api: GET /api/v1/products',
      'gateway: GET store API',
      'gateway: render',
      'gateway: GET /products',
    ]);
    const context = contexts.find(({ traceId }) => traceId === query.traceId);
    expect(ancestry.at(-1)?.parentSpanId).toBe(context?.spanId);
  }, 60_000);

  it('contain no query, no address and no personal data of a request or a database query', async () => {
    const account = { email: 'asha@example.com', password: 'Church-98450', firstName: 'Asha', lastName: 'Rao' };
    const post = (target: string) =>
      fetch(`${servers.api}${target}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      });
    expect((await post('/users/register')).status).toBeLessThan(300);
    expect((await fetch(`${servers.api}/orders/TT-98450?contactInfo=asha@example.com`)).status).toBe(404);
    const expected = ['POST /api/v1/users/register', 'insert account', 'GET /api/v1/orders/:orderId'];
    await waitUntil(() => expected.every((name) => receiver.spans.some((span) => span.name === name)), {
      message: 'the spans of the calls arrive',
    });
    expect(receiver.getText()).not.toMatch(/asha|example\.com|Rao|98450|category|contactInfo/i);
    const attributes = receiver.spans.flatMap((span) => span.attributes.map(({ key }) => key));
    expect([...new Set(attributes)].sort()).toEqual([
      'db.operation.name',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'shop.app',
    ]);
    await stopServers();
    expect(findServersWithTraces(servers.coverage)).toEqual([true, true]);
  }, 60_000);
});

it('both servers load no code of OpenTelemetry while they send no traces', async () => {
  const { coverage, shop } = await startServers({});
  expect((await fetch(`${shop}/`)).status).toBe(200);
  await stopServers();
  expect(findServersWithTraces(coverage)).toEqual([false, false]);
}, 60_000);
