import path from 'node:path';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { promoteFake } from '@shop/releases/testing/test-shop';
import type { LogLevel } from '@shop/server-runtime/logs/server-log';
import { waitUntil } from '@shop/testing/wait-until';
import { createDataReader, type ReadData } from '../data/read-data';
import { type OpenGatewayOptions, openGateway } from '../open-gateway';
import { createPageCache } from '../page-cache/page-cache';
import { liveLimits, previewLimits, type RendererLimits } from '../rendering/renderer-limits';
import { createRendererPools } from '../rendering/renderer-pools';
import { createInProcessPools } from './in-process-pools';

/** A store API that never answered. */
export const closedCatalog = {
  getStoreInfo: async () => null,
  getProducts: async () => null,
  hasSearch: async () => false,
};

const closing: (() => Promise<unknown>)[] = [];

/** Closes every test gateway. Call it in `afterEach`. */
export async function closeTestGateways(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** Creates the Node bundle of a shell whose document is JSON: its name and the request that it was rendered for. */
export const createEchoShell = (name: string) =>
  createFakeShellBundle({
    data: { name },
    html: ({ composition, pathname, hostname, settings, preview, base }, data) =>
      JSON.stringify({ shell: data.name, seq: composition.seq, pathname, hostname, settings, preview, base }),
    status: ({ pathname }) => (pathname === '/gone' ? 404 : 200),
    inlineScripts: ['alert(1)'],
  });

export type TestGateway = Awaited<ReturnType<typeof openTestGateway>>;

type TestEnvironment = ReturnType<typeof createTestEnvironment>;

export interface TestGatewayOptions extends Pick<OpenGatewayOptions, 'identity'> {
  /** Deployment environment. Default: `production`. */
  env?: string;
  /** Limits of all renderers. Default: those of a gateway. */
  limits?: RendererLimits;
  /** Renders documents in this process, for tests of other parts than rendering. Default: false. */
  isInProcess?: boolean;
  /** Settings of the gateway besides those that all test gateways have. */
  settings?: Partial<OpenGatewayOptions['settings']>;
  /** Metrics, traces and limits of the load. Default: none, and those of a gateway. */
  operation?: Pick<OpenGatewayOptions, 'metrics' | 'tracing' | 'shutdown' | 'loadLimits'>;
  /** Lowest level of the lines in `logLines`. Default: no log. */
  logLevel?: LogLevel;
  /** Bytes of the page cache. Default: no page cache. */
  pageCacheBytes?: number;
  /** Clock of the page cache, the telemetry and the error reports. Default: that of the system, and `clock` for the records. */
  now?: () => number;
  /** Address of the store API that pages read from. */
  storeApiUrl?: string;
  /** Reads the products of `storeApiUrl`, for the sitemap, the web manifest and the search. Default: false. */
  hasCatalog?: boolean;
  /** Replaces the store API of the web manifest and the search. Default: one that never answered. */
  catalog?: OpenGatewayOptions['catalog'];
  /** Replaces the cache of data that pages read from. */
  readData?: ReadData;
  /** An environment that the test has opened. Default: a new one, over a release store of its own. */
  environment?: TestEnvironment;
  /** Receives the message of each error. Default: a new list. */
  errors?: string[];
  /** Milliseconds between two polls of HEAD. Default: 10. */
  interval?: number;
  /** State that the gateway keeps for a restart. Default: none. */
  state?: Pick<OpenGatewayOptions, 'watermark' | 'cache'>;
}

/** Opens a gateway over a release store, in which nothing is promoted unless the options name one. */
export async function openTestGateway(options: TestGatewayOptions = {}) {
  const { env = options.environment?.name ?? 'production', limits, isInProcess = false, operation = {} } = options;
  const { storeApiUrl = 'http://localhost:1/api/v1', pageCacheBytes = 0, hasCatalog = false } = options;
  const { catalog = hasCatalog ? undefined : closedCatalog, interval = 10, state = {}, logLevel } = options;
  const root = createTestFolder();
  const releasesFolder = path.join(root, 'releases');
  const environment = options.environment ?? createTestEnvironment(createFileSystemStore(releasesFolder), env);
  const { store } = environment;
  const { errors = [] } = options;
  const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const { now = () => clock.now } = options;
  const pageCache =
    pageCacheBytes > 0 ? createPageCache({ maxBytes: pageCacheBytes, now: options.now ?? Date.now }) : undefined;
  const settings = {
    storeApiUrl,
    pageRenderers: 1,
    orderAmounts: 'rupee' as const,
    serviceWorker: 'on' as const,
    ...options.settings,
  };
  const openPools = (): OpenGatewayOptions['pools'] => {
    if (isInProcess) return { live: createInProcessPools(), previews: createInProcessPools() };
    const { readData = createDataReader({ settings, onError }) } = options;
    const rendering = {
      settings,
      readData,
      onError,
      onProcessFailure: () => operation.metrics?.recordProcessFailure(),
    };
    return {
      live: createRendererPools({ ...rendering, limits: limits ?? liveLimits, liveSize: 1 }),
      previews: createRendererPools({
        ...rendering,
        limits: limits ? { ...limits, idleTimeoutMs: 60_000 } : previewLimits,
      }),
    };
  };
  const logLines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const gateway = await openGateway({
    ...operation,
    ...(logLevel && { log: { level: logLevel, stream } }),
    ...state,
    environment,
    settings,
    catalog,
    pageCache,
    now,
    interval,
    identity: options.identity,
    pools: openPools(),
    onErrorOf: () => onError,
  });
  const { app, telemetry, errorReports, watcher } = gateway;
  closing.push(() => gateway.close());

  const publishShell = (name: string, version: string): Promise<Release> =>
    publishBuild(store, { app: 'shell', version, content: name, server: createEchoShell(name) });
  const waitForLive = (seq: number) =>
    waitUntil(() => watcher.current()?.composition.seq === seq, { message: `the gateway serves composition ${seq}` });
  const waitForCanary = () => waitUntil(() => watcher.canaries()[0], { message: 'the gateway serves a canary' });
  /** Promotes a release and waits until the gateway serves it. */
  const promoteRelease = async (release: ReleaseId) => {
    const { live } = await promoteFake(environment, [release]);
    await waitForLive(live.seq);
    return live.seq;
  };
  const promoteShell = async (name: string, version: string) => {
    const release = await publishShell(name, version);
    await promoteRelease(release);
    return release;
  };
  /** Lets the gateway listen on this machine. @returns Its port. */
  const listen = async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  /** Opens a signed link and confirms it. */
  const openLink = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin', ...headers } });

  return {
    app,
    /** Stops this gateway before the end of the test. */
    close: gateway.close,
    /** The clock of the telemetry. */
    clock,
    environment,
    errorReports,
    errors,
    get,
    listen,
    logLines,
    openLink,
    pageCache,
    promoteRelease,
    promoteShell,
    publishShell,
    releasesFolder,
    telemetry,
    waitForCanary,
    waitForLive,
    watcher,
  };
}

type Response = Awaited<ReturnType<TestGateway['get']>>;

/** Returns the first cookie that a response sets, as a `cookie` header: `name=value`. */
export const getCookie = ({ headers }: Pick<Response, 'headers'>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';
