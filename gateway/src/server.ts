import { describeStore, openStore } from '@shop/releases/store/open-store';
import closeWithGrace from 'close-with-grace';
import { buildGateway } from './app';
import { openCanaryLists } from './canary-lists';
import { openStoreDirectory } from './discovery/store-directory';
import { followKeys } from './follow-keys';
import { createHealthKeeper, keepReporting } from './health/health-keeper';
import { openKeptComposition, openLater } from './kept-composition';
import { followComposition } from './live-composition';
import { openPreviews } from './previews';
import { openSeenHead } from './seen-head';
import { readSettings } from './settings';
import { composeSourceApps, hotReloadHook } from './source-apps';
import { openTrustedReleases } from './trusted-releases';

/** Milliseconds between two looks at HEAD: a promotion is seen well within a second. */
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
    store: describeStore(settings.releaseStore),
    onTrouble: (sentence: string) => console.error(sentence),
  };
  const kept = openKeptComposition(remembered);
  const store = await openStore(settings.releaseStore).catch(async (error: unknown) => {
    // With nothing to serve meanwhile, whoever started this process is told so by its end.
    if (!(await kept.isThere())) throw error;
    return openLater(() => openStore(settings.releaseStore));
  });
  const keys = await followKeys({
    folder: settings.keysFolder,
    interval: keysInterval,
    onTrouble: report('The trusted keys cannot be read'),
  });
  const environment = { store, name: settings.env, trusted: keys.trusted };
  const releases = openTrustedReleases(store);
  const follower = await followComposition({
    environment,
    releases,
    interval: followInterval,
    seen: await openSeenHead(remembered),
    kept,
    onTrouble: report('The release store cannot be followed'),
  });
  const hasSourceApps = Object.keys(settings.sourceApps).length > 0;
  const health = createHealthKeeper({
    store,
    env: settings.env,
    current: follower.current,
    canary: follower.canary,
    onTrouble: report('Health cannot be written to the release store'),
  });
  const reporting = hasSourceApps ? null : keepReporting(health, reportInterval);
  const app = buildGateway({
    settings,
    store,
    releases,
    onUnservedFile: report('A released file is not served'),
    directory: openStoreDirectory({
      storeApiUrl: settings.storeApiUrl,
      onTrouble: report('The store API cannot be asked for the sitemap'),
    }),
    current: hasSourceApps ? () => composeSourceApps(follower.current(), settings.sourceApps) : follower.current,
    isTroubled: follower.isTroubled,
    ...(hasSourceApps
      ? { firstScript: hotReloadHook }
      : {
          canary: follower.canary,
          previews: openPreviews(environment, report('A preview cannot be shown'), releases),
          lists: openCanaryLists({
            environment,
            ...(settings.regionHeader ? { regionHeader: settings.regionHeader } : {}),
            onTrouble: report('A staff pass cannot be read'),
          }),
          health,
        }),
  });
  closeWithGrace({ delay: 5000 }, async () => {
    await app.close();
    await follower.stop();
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
