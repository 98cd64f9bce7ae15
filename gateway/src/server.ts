import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { formatStoreLocation } from '@shop/releases/store/store-location';
import closeWithGrace from 'close-with-grace';
import { createGateway } from './app';
import { createCanaryAllowlist } from './canary/canary-allowlist';
import { watchComposition } from './composition/composition-watcher';
import { composeDevServers, hotReloadHook } from './composition/dev-server-composition';
import { createCompositionCache, createLazyStore } from './composition/restart-state/composition-cache';
import { loadHeadWatermark } from './composition/restart-state/head-watermark';
import { watchTrustedKeys } from './composition/watch-trusted-keys';
import { createStoreCatalogClient } from './discovery/store-catalog-client';
import { createPreviews } from './previews/previews';
import { createReleaseManifests } from './release-files/release-manifests';
import { readSettings } from './settings';
import { createTelemetryRecorder, startTelemetryFlush } from './telemetry/telemetry-recorder';

/** Milliseconds between two polls at HEAD: a promotion is seen well within a second. */
const followInterval = 250;
/** Milliseconds between two readings of the trusted keys. */
const keysInterval = 5000;
/** Milliseconds between two reports of health to the release store. */
const reportInterval = 5000;

/** Says what does not work just now, and why: a sentence for whoever reads the log, not a stack. */
const report = (trouble: string) => (error: unknown) =>
  console.error(`${trouble}: ${error instanceof Error ? error.message : String(error)}`);

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const remembered = {
    dataDir: settings.dataDir,
    env: settings.env,
    store: formatStoreLocation(settings.releaseStore),
    onError: (sentence: string) => console.error(sentence),
  };
  const kept = createCompositionCache(remembered);
  const store = await createReleaseStore(settings.releaseStore).catch(async (error: unknown) => {
    // With nothing to serve meanwhile, whoever started this process is told so by its end.
    if (!(await kept.isThere())) throw error;
    return createLazyStore(() => createReleaseStore(settings.releaseStore));
  });
  const keys = await watchTrustedKeys({
    folder: settings.keysFolder,
    interval: keysInterval,
    onError: report('The trusted keys cannot be read'),
  });
  const environment = { store, name: settings.env, trusted: keys.trusted };
  const releases = createReleaseManifests(store);
  const watcher = await watchComposition({
    environment,
    releases,
    interval: followInterval,
    seen: await loadHeadWatermark(remembered),
    kept,
    onError: report('The release store cannot be followed'),
  });
  const hasSourceApps = Object.keys(settings.sourceApps).length > 0;
  const health = createTelemetryRecorder({
    store,
    env: settings.env,
    current: watcher.current,
    canary: watcher.canary,
    onError: report('Health cannot be written to the release store'),
  });
  const reporting = hasSourceApps ? null : startTelemetryFlush(health, reportInterval);
  const app = createGateway({
    settings,
    store,
    releases,
    onUnservedFile: report('A released file is not served'),
    directory: createStoreCatalogClient({
      storeApiUrl: settings.storeApiUrl,
      onError: report('The store API cannot be asked for the sitemap'),
    }),
    current: hasSourceApps ? () => composeDevServers(watcher.current(), settings.sourceApps) : watcher.current,
    isDegraded: watcher.isDegraded,
    ...(hasSourceApps
      ? { firstScript: hotReloadHook }
      : {
          canary: watcher.canary,
          previews: createPreviews(environment, report('A preview cannot be shown'), releases),
          lists: createCanaryAllowlist({
            environment,
            ...(settings.regionHeader ? { regionHeader: settings.regionHeader } : {}),
            onError: report('A staff pass cannot be read'),
          }),
          health,
        }),
  });
  closeWithGrace({ delay: 5000 }, async () => {
    await app.close();
    await watcher.stop();
    keys.stop();
    await reporting?.stop();
  });
  // Started by `npm start`: when that process dies, however it dies, this one ends too.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  await app.listen({ port: settings.port, host: settings.host });
  process.send?.({ ready: true, address: `http://localhost:${settings.port}` });
}

start().catch((error: unknown) => {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    isPortTaken
      ? `Port ${process.env.PORT || 3000} is in use: stop what listens there, or choose another with PORT=….`
      : message,
  );
  process.exit(1);
});
