import { hostname } from 'node:os';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { formatStoreLocation } from '@shop/releases/store/store-location';
import { closeOnSignal } from '@shop/server-runtime/close-on-signal';
import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { listen, PortUnavailableError } from '@shop/server-runtime/listen';
import { formatError } from '@shop/server-runtime/logs/format-error';
import { serveMetrics } from '@shop/server-runtime/metrics/metrics-server';
import { startTracing } from '@shop/server-runtime/traces/start-tracing';
import { connectionsCheckingInterval } from './app';
import { createCompositionCache } from './composition/composition-cache';
import { loadHeadWatermark } from './composition/head-watermark';
import { createLazyStore } from './composition/store-wrappers';
import { watchTrustedKeys } from './composition/watch-trusted-keys';
import { throttleErrors } from './http/throttle-errors';
import { withTimeout } from './http/with-timeout';
import { openGateway } from './open-gateway';
import { createGatewayMetrics } from './operation/gateway-metrics';
import { createPageCache } from './page-cache/page-cache';
import { readDevServers, readGatewaySettings } from './settings';
import { startTelemetryFlush } from './telemetry/flush-records';

/** Milliseconds between two polls of HEAD: a promotion is served in less than a second, most of which its renderer takes to start. */
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
  const stateOptions = {
    dataDir: settings.dataDir,
    env: settings.env,
    store: formatStoreLocation(settings.releaseStore),
    onError: throttleErrors((message) => console.error(formatError(message))),
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
  const shutdown = createShutdownState();
  const gateway = await openGateway({
    environment: { store, name: settings.env, trusted: keys.trusted },
    settings,
    identity: `${hostname()}:${settings.port}`,
    interval: headPollInterval,
    watermark: await loadHeadWatermark(stateOptions),
    cache,
    pageCache: createPageCache({ maxBytes: pageCacheBytes }),
    devServers,
    log: { level: settings.logLevel },
    tracing,
    metrics,
    shutdown,
    onErrorOf: logError,
  });
  const { app, telemetry, errorReports, watcher } = gateway;
  const hasDevServers = Object.keys(devServers).length > 0;
  const telemetryFlush = hasDevServers ? null : startTelemetryFlush([telemetry, errorReports], telemetryFlushInterval);
  const metricsServer = metrics && settings.metrics && (await serveMetrics({ ...settings.metrics, ...metrics }));
  let stopListening: (() => Promise<void>) | undefined;
  closeOnSignal({ delay: settings.drainSeconds * 1000 + 10_000 }, async ({ err }) => {
    await shutdown.drain(err ? 0 : settings.drainSeconds);
    await stopListening?.();
    await gateway.close();
    await keys.stop();
    await telemetryFlush?.stop();
    await metricsServer?.close();
    await tracing?.stop();
  });
  // `npm start` is the parent process. When the parent dies for any reason, this process ends too.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The first documents have their content, unless the pages take long to start.
  const renderer = watcher.current()?.renderer;
  if (renderer) await withTimeout(renderer.whenPrepared(), maxPagesStartMs).catch(() => {});
  const { port, host } = settings;
  const listening = await listen(app, { port, host, portVariable: 'PORT', connectionsCheckingInterval });
  stopListening = listening.close;
  process.send?.({ ready: true, address: `http://localhost:${settings.port}` });
}

start().catch((error: unknown) => {
  console.error(error instanceof PortUnavailableError ? error.message : formatError(error));
  process.exit(1);
});
