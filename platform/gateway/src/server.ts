import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { formatStoreLocation } from '@shop/releases/store/store-location';
import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { formatError } from '@shop/server-runtime/logs/format-error';
import { serveMetrics } from '@shop/server-runtime/metrics/metrics-server';
import { startTracing } from '@shop/server-runtime/traces/start-tracing';
import closeWithGrace from 'close-with-grace';
import { createGateway } from './app';
import { createCanaryAllowlist } from './canary/canary-allowlist';
import { watchComposition } from './composition/composition-watcher';
import { hotReloadHook, openDevServerComposer } from './composition/dev-server-composition';
import { createCompositionCache } from './composition/restart-state/composition-cache';
import { loadHeadWatermark } from './composition/restart-state/head-watermark';
import { createLazyStore } from './composition/store-wrappers/lazy-store';
import { watchTrustedKeys } from './composition/watch-trusted-keys';
import { createDataReader } from './data/read-data';
import { throttleErrors } from './data/throttle-errors';
import { createStoreCatalogClient } from './discovery/store-catalog-client';
import { createErrorRecorder } from './error-reports/error-recorder';
import { withTimeout } from './http/with-timeout';
import { createGatewayMetrics, type StoreOperation } from './operation/gateway-metrics';
import { createOverrides } from './overrides/overrides';
import { createPageCache } from './page-cache/page-cache';
import { createPreviews } from './previews/previews';
import { createReleaseManifests, type ReleaseManifests } from './release-files/release-manifests';
import { createSignedHistory } from './release-files/signed-history';
import { liveLimits, previewLimits } from './rendering/renderer-limits';
import { createRendererPools, type PoolProcesses } from './rendering/renderer-pools';
import { readDevServers, readGatewaySettings } from './settings';
import { startTelemetryFlush } from './telemetry/start-telemetry-flush';
import { createTelemetryRecorder } from './telemetry/telemetry-recorder';

/** Milliseconds between two polls of HEAD: a promotion is served well within a second. */
const headPollInterval = 250;
/** Milliseconds between two polls of the trusted keys. */
const keysPollInterval = 5000;
/** Milliseconds between two writes of telemetry to the release store. */
const telemetryFlushInterval = 5000;

/** Bytes of rendered pages in memory: all pages of a shop with a thousand products. */
const pageCacheBytes = 64 * 1024 * 1024;

/** Milliseconds that a gateway waits for the renderers of pages before it listens. */
const maxPagesStartMs = 5000;

/** Creates an error callback that logs what fails and why, without a stack, secrets and personal data. */
const logError = (failure: string) => (error: unknown) => console.error(`${failure}: ${formatError(error)}`);

async function start(): Promise<void> {
  const settings = readGatewaySettings(process.env);
  const devServers = readDevServers(process.argv.slice(2), settings.env);
  const tracing = await startTracing('gateway', process.env, logError('Traces are not sent'));
  const metrics = settings.metrics && createGatewayMetrics();
  const countStoreError = (operation: StoreOperation, report: (error: unknown) => void) => (error: unknown) => {
    metrics?.recordStoreError(operation);
    report(error);
  };
  const stateOptions = {
    dataDir: settings.dataDir,
    env: settings.env,
    store: formatStoreLocation(settings.releaseStore),
    onError: (message: string) => console.error(formatError(message)),
  };
  const cache = createCompositionCache(stateOptions);
  const store = await createReleaseStore(settings.releaseStore).catch(async (error: unknown) => {
    // Without a cached composition there is nothing to serve, so the process exits with the error.
    if (!(await cache.hasSnapshot())) throw error;
    return createLazyStore(() => createReleaseStore(settings.releaseStore));
  });
  const keys = await watchTrustedKeys({
    folder: settings.keysFolder,
    interval: keysPollInterval,
    onError: logError('The trusted keys cannot be read'),
  });
  const environment = { store, name: settings.env, trusted: keys.trusted };
  const onFileError = countStoreError('file', logError('A released file is not served'));
  const manifests: ReleaseManifests = createReleaseManifests(store, {
    searchHistory: createSignedHistory({
      environment,
      pin: (releases) => manifests.pin(releases),
      onError: onFileError,
    }),
  });
  const readData = createDataReader({ settings, onError: throttleErrors(logError('Data of a page cannot be read')) });
  const rendering = {
    settings,
    readData,
    onError: throttleErrors(logError('Pages are not rendered')),
    onProcessFailure: () => metrics?.recordProcessFailure(),
  };
  const livePools = createRendererPools({ ...rendering, limits: liveLimits, liveSize: settings.pageRenderers });
  const previewPools = createRendererPools({ ...rendering, limits: previewLimits });
  const watcher = await watchComposition({
    environment,
    manifests,
    interval: headPollInterval,
    watermark: await loadHeadWatermark(stateOptions),
    cache,
    onPoll: (isSuccess) => metrics?.recordHeadPoll(isSuccess),
    onError: logError('The release store cannot be followed'),
    pools: livePools,
  });
  const hasDevServers = Object.keys(devServers).length > 0;
  const composer = hasDevServers
    ? openDevServerComposer(devServers, logError('The shell of the development server has failed'))
    : null;
  const telemetry = createTelemetryRecorder({
    store,
    env: settings.env,
    current: watcher.current,
    canaries: watcher.canaries,
    onPageErrors: (release, errors) => metrics?.recordPageErrors(release, errors),
    onError: countStoreError('telemetry', logError('Telemetry cannot be written to the release store')),
  });
  const errorReports = createErrorRecorder({
    store,
    env: settings.env,
    current: watcher.current,
    canaries: watcher.canaries,
    onError: logError('Error reports cannot be written to the release store'),
  });
  const telemetryFlush = hasDevServers ? null : startTelemetryFlush([telemetry, errorReports], telemetryFlushInterval);
  metrics?.observe({
    getSeq: () => watcher.current()?.composition.seq ?? null,
    countCanaries: () => watcher.canaries().length,
    countProcesses: () => addProcesses(livePools.countProcesses(), previewPools.countProcesses()),
  });
  const shutdown = createShutdownState();
  const allowlist = createCanaryAllowlist({
    environment,
    ...(settings.regionHeader ? { regionHeader: settings.regionHeader } : {}),
    onError: logError('A staff pass cannot be read'),
  });
  const overrides = createOverrides({
    environment,
    isStaff: allowlist.isStaff,
    ...(settings.publicUrl && { publicUrl: settings.publicUrl }),
    onError: logError('An override cannot be shown'),
  });
  const app = createGateway({
    settings,
    log: { level: settings.logLevel },
    tracing,
    metrics,
    shutdown,
    store,
    manifests,
    onFileError,
    catalog: createStoreCatalogClient({
      storeApiUrl: settings.storeApiUrl,
      onError: logError('The catalogue cannot be read from the store API'),
    }),
    current: composer ? () => composer.compose(watcher.current()) : watcher.current,
    isDegraded: watcher.isDegraded,
    ...(hasDevServers
      ? { firstScript: hotReloadHook }
      : {
          canaries: watcher.canaries,
          previews: createPreviews(environment, previewPools, logError('A preview cannot be shown')),
          allowlist,
          ...(settings.overrideLinks === 'on' ? { overrides } : {}),
          telemetry,
          errorReports,
          pageCache: createPageCache({ maxBytes: pageCacheBytes }),
        }),
  });
  const metricsServer =
    metrics && settings.metrics && (await serveMetrics({ ...settings.metrics, ...metrics, variable: 'METRICS_PORT' }));
  closeWithGrace({ delay: settings.drainSeconds * 1000 + 5000 }, async ({ err }) => {
    await shutdown.drain(err ? 0 : settings.drainSeconds);
    await app.close();
    await watcher.stop();
    await composer?.close();
    keys.stop();
    await telemetryFlush?.stop();
    await metricsServer?.close();
    await tracing?.stop();
  });
  // `npm start` is the parent process. When the parent dies for any reason, this process ends too.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The first documents have their content, unless the pages take long to start.
  const renderer = watcher.current()?.renderer;
  if (renderer) await withTimeout(renderer.whenPrepared(), maxPagesStartMs).catch(() => {});
  await app.listen({ port: settings.port, host: settings.host });
  process.send?.({ ready: true, address: `http://localhost:${settings.port}` });
}

const addProcesses = (a: PoolProcesses, b: PoolProcesses): PoolProcesses => ({
  ready: a.ready + b.ready,
  starting: a.starting + b.starting,
});

start().catch((error: unknown) => {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(
    isPortTaken
      ? `Port ${process.env.PORT || 3000} is in use: stop the process that listens there, or choose another port with PORT=….`
      : formatError(error),
  );
  process.exit(1);
});
