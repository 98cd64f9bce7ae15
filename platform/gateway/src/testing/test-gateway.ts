import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publish } from '@shop/releases/release/publish';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { createGateway, type GatewayOptions } from '../app';
import { createCanaryAllowlist } from '../canary/canary-allowlist';
import { watchComposition } from '../composition/composition-watcher';
import { createDataReader, type ReadData } from '../data/read-data';
import { createErrorRecorder } from '../error-reports/error-recorder';
import { createOverrides } from '../overrides/overrides';
import { createPageCache } from '../page-cache/page-cache';
import { createPreviews } from '../previews/previews';
import { createReleaseManifests, type ReleaseManifests } from '../release-files/release-manifests';
import { createSignedHistory } from '../release-files/signed-history';
import { liveLimits, previewLimits, type RendererLimits } from '../rendering/renderer-limits';
import { createRendererPools } from '../rendering/renderer-pools';
import { createTelemetryRecorder } from '../telemetry/telemetry-recorder';

/** A store API that never answered. */
export const closedCatalog = { getStoreInfo: async () => null, getProductIds: async () => null };

/** Creates the manifests of a gateway as its process does. */
export function createTestManifests(environment: Environment, onError: (error: unknown) => void): ReleaseManifests {
  const manifests: ReleaseManifests = createReleaseManifests(environment.store, {
    searchHistory: createSignedHistory({ environment, pin: (releases) => manifests.pin(releases), onError }),
  });
  return manifests;
}

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

export interface TestGatewayOptions {
  /** Deployment environment. Default: `production`. Any other one shows override links. */
  env?: string;
  regionHeader?: string;
  /** Limits of all renderers. Default: those of a gateway. */
  limits?: RendererLimits;
  /** Processes that render pages of the live composition. Default: 1. */
  pageRenderers?: number;
  /** Settings of the gateway besides those that all test gateways have. */
  settings?: Pick<
    GatewayOptions['settings'],
    'publicUrl' | 'publicApiBase' | 'trustedProxies' | 'paymentOrigins' | 'imageOrigins'
  >;
  /** Log, metrics and traces, and limits of the load. Default: none, and those of a gateway. */
  operation?: Pick<GatewayOptions, 'log' | 'metrics' | 'tracing' | 'shutdown' | 'loadLimits'>;
  /** Bytes of the page cache. Default: no page cache. */
  pageCacheBytes?: number;
  /** Clock of the page cache. */
  now?: () => number;
  /** Address of the store API that pages read from. */
  storeApiUrl?: string;
  /** Replaces the store API of the sitemap. */
  catalog?: GatewayOptions['catalog'];
  /** Replaces the cache of data that pages read from. */
  readData?: ReadData;
}

/** Opens a gateway over a release store of its own, in which nothing is promoted. */
export async function openTestGateway(options: TestGatewayOptions = {}) {
  const { env = 'production', regionHeader, limits, pageRenderers = 1 } = options;
  const { storeApiUrl = 'http://localhost:1/api/v1', settings = {}, pageCacheBytes = 0 } = options;
  const { now = Date.now, operation = {} } = options;
  const { metrics } = operation;
  const pageCache = pageCacheBytes > 0 ? createPageCache({ maxBytes: pageCacheBytes, now }) : undefined;
  const root = mkdtempSync(path.join(tmpdir(), 'gateway-'));
  const releasesFolder = path.join(root, 'releases');
  const fileSystem = createFileSystemStore(releasesFolder);
  let headPolls = 0;
  const store: ReleaseStore = {
    ...fileSystem,
    get: (key) => {
      if (key === getHeadKey(env)) headPolls++;
      return fileSystem.get(key);
    },
  };
  const environment = createTestEnvironment(store, env);
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
  const { readData = createDataReader({ settings: { storeApiUrl }, onError }) } = options;
  const rendering = {
    ...{ settings: { orderAmounts: 'rupee' as const }, readData, onError },
    onProcessFailure: () => metrics?.recordProcessFailure(),
  };
  const livePools = createRendererPools({ ...rendering, limits: limits ?? liveLimits, liveSize: pageRenderers });
  const previewPools = createRendererPools({
    ...rendering,
    limits: limits ? { ...limits, idleTimeoutMs: 60_000 } : previewLimits,
  });
  const manifests = createTestManifests(environment, onError);
  const watcher = await watchComposition({
    environment,
    manifests,
    interval: 10,
    onPoll: (isSuccess) => metrics?.recordHeadPoll(isSuccess),
    onError,
    pools: livePools,
  });
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const telemetry = createTelemetryRecorder({
    store,
    env: environment.name,
    current: watcher.current,
    canaries: watcher.canaries,
    now: () => clock.now,
    onPageErrors: (release, errors) => metrics?.recordPageErrors(release, errors),
    onError,
  });
  const errorReports = createErrorRecorder({
    store,
    env: environment.name,
    current: watcher.current,
    canaries: watcher.canaries,
    now: () => clock.now,
    onError,
  });
  metrics?.observe({
    getSeq: () => watcher.current()?.composition.seq ?? null,
    countCanaries: () => watcher.canaries().length,
    countProcesses: livePools.countProcesses,
  });
  const allowlist = createCanaryAllowlist({ environment, ...(regionHeader ? { regionHeader } : {}), onError });
  const { isStaff } = allowlist;
  const { publicUrl } = settings;
  const app = createGateway({
    ...operation,
    settings: { orderAmounts: 'rupee', serviceWorker: 'on', ...settings },
    telemetry,
    errorReports,
    store,
    manifests,
    catalog: options.catalog ?? closedCatalog,
    current: watcher.current,
    canaries: watcher.canaries,
    isDegraded: watcher.isDegraded,
    ...(pageCache ? { pageCache } : {}),
    previews: createPreviews(environment, previewPools, onError),
    allowlist,
    ...(env === 'production'
      ? {}
      : { overrides: createOverrides({ ...{ environment, onError, isStaff }, ...(publicUrl && { publicUrl }) }) }),
  });
  closing.push(async () => {
    await watcher.stop();
    await app.close();
    rmSync(root, { recursive: true, force: true });
  });

  const publishShell = (name: string, version: string): Promise<Release> =>
    publish(store, {
      appRoot: writeFakeBuild({ app: 'shell', version, content: name, server: createEchoShell(name) }),
      commit: '',
    });
  const waitForLive = (seq: number) =>
    waitUntil(() => watcher.current()?.composition.seq === seq, { message: `the gateway serves composition ${seq}` });
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
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  return {
    app,
    /** The clock of the telemetry. */
    clock,
    environment,
    errorReports,
    errors,
    get,
    getHeadPolls: () => headPolls,
    pageCache,
    promoteRelease,
    promoteShell,
    publishShell,
    releasesFolder,
    telemetry,
    waitForLive,
    watcher,
  };
}

type Response = Awaited<ReturnType<TestGateway['get']>>;

/** Returns the first cookie that a response sets, as a `cookie` header: `name=value`. */
export const getCookie = ({ headers }: Pick<Response, 'headers'>): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';
