import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { findFreePort } from '@shop/releases/testing/free-port';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { bundleStorePrograms, type RunningServer, type StorePrograms } from '@shop/store-api/testing/store-process';
import { waitUntil } from '@shop/testing/wait-until';
import { bundleGateway, type GatewayProcess, startGateway } from './testing/gateway-process';
import { type ReceivedSpan, startTraceReceiver } from './testing/trace-receiver';

/** A shell whose pages contain what the store API answers. */
const server = createFakeShellBundle({
  html: () => 'client-rendered',
  renderPage: async () => {
    const response = await fetch(`http://localhost:8044/api/v1/products?limit=${1 + Math.floor(Math.random() * 50)}`);
    const html = String((await response.text()).length);
    const document = { status: 200, html, inlineScripts: [], apiOrigin: 'http://localhost:8044' };
    return { kind: 'page', document } as never;
  },
});

/** Follows the parents of a span. @returns Its service and name, then those of its parents. */
function listPath(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  if (!span) return [];
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId);
  return [`${span.service}: ${span.name}`, ...listPath(parent, spans)];
}

describe('traces', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'traces-'));
  const keys = path.join(folder, 'keys');
  let programs: StorePrograms;
  let storeApi: RunningServer | undefined;
  let gateway: GatewayProcess | undefined;

  /** Starts both servers. @returns The files that the gateway's process has loaded, after it has ended. */
  const start = async (env: Record<string, string>) => {
    storeApi = await programs.startServer({
      ...env,
      DATA_DIR: programs.createDataDir(),
      TRUSTED_PROXIES: 'loopback',
      MAIL_TRANSPORT: 'off',
    });
    const coverage = mkdtempSync(path.join(folder, 'coverage-'));
    const own = { STORE_API_URL: `${storeApi.address}/api/v1`, PAGE_RENDERERS: '1', NODE_V8_COVERAGE: coverage };
    const started = await startGateway({ port: await findFreePort(), folder, keys, env: { ...env, ...own } });
    gateway = started;
    return {
      open: (address: string) => fetch(`http://${started.address}${address}`, { headers: { 'x-request-id': 'asha' } }),
      readLoadedFiles: async () => {
        await started.terminate();
        return readdirSync(coverage).flatMap((file) =>
          readFileSync(path.join(coverage, file), 'utf8').match(/[\w-]+\.mjs/g),
        );
      },
    };
  };

  beforeAll(async () => {
    await ensureKeys(keys);
    const [signingKey, trusted] = await Promise.all([readSigningKey(keys), readTrustedKeys(keys)]);
    const store = createFileSystemStore(path.join(folder, 'releases'));
    const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell', server }), commit: '' });
    await promote({ store, name: 'production', signingKey, trusted }, [shell], testAuthor, passingGates);
    bundleGateway();
    programs = bundleStorePrograms();
  }, 120_000);
  afterEach(async () => {
    await gateway?.kill();
    storeApi?.child.kill('SIGTERM');
    await storeApi?.ended;
  });
  afterAll(() => {
    programs.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lead from a document through the call of the store API to the database query', async () => {
    const receiver = await startTraceReceiver();
    const { open, readLoadedFiles } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    });
    const findQuery = () =>
      receiver.spans.find((span) => /^select product/.test(span.name) && listPath(span, receiver.spans).length >= 5);
    // The first pages may have no content, because the renderer is starting.
    await waitUntil(
      async () => {
        await open(`/products?contact=asha@example.com`);
        return findQuery();
      },
      { timeoutMs: 60_000, intervalMs: 200, message: 'a trace leads from a document to a query' },
    );
    const found = findQuery();
    expect(listPath(found, receiver.spans)).toEqual([
      expect.stringMatching(/^store-api: select product/),
      'store-api: GET /api/v1/products',
      'gateway: GET store API',
      'gateway: render',
      'gateway: GET /*',
    ]);
    expect(receiver.getText()).not.toMatch(/asha|contact/);
    expect((await readLoadedFiles()).join()).toContain('opentelemetry-');
    receiver.stop();
  }, 120_000);

  it('load no code of OpenTelemetry while they are off', async () => {
    const { open, readLoadedFiles } = await start({});
    expect((await open('/')).status).toBe(200);
    const files = (await readLoadedFiles()).join();
    expect(files).toContain('server.mjs');
    expect(files).not.toContain('opentelemetry');
  }, 120_000);
});
