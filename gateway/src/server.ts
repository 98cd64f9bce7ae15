import { readTrustedKeys } from '@shop/releases/signing/keys';
import { openStore } from '@shop/releases/store/open-store';
import closeWithGrace from 'close-with-grace';
import { buildGateway } from './app';
import { openStoreDirectory } from './discovery/store-directory';
import { followComposition } from './live-composition';
import { openPreviews } from './previews';
import { readSettings } from './settings';
import { composeSourceApps, hotReloadHook } from './source-apps';

/** Milliseconds between two looks at HEAD: a promotion is seen well within a second. */
const followInterval = 250;

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const store = await openStore(settings.releaseStore);
  const environment = { store, name: settings.env, trusted: await readTrustedKeys(settings.keysFolder) };
  const follower = await followComposition({
    environment,
    interval: followInterval,
    onTrouble: (error) => console.error('The release store cannot be followed:', error),
  });
  const hasSourceApps = Object.keys(settings.sourceApps).length > 0;
  const app = buildGateway({
    settings,
    store,
    directory: openStoreDirectory({
      storeApiUrl: settings.storeApiUrl,
      onTrouble: (error) => console.error('The store API cannot be asked for the sitemap:', error),
    }),
    current: hasSourceApps ? () => composeSourceApps(follower.current(), settings.sourceApps) : follower.current,
    ...(hasSourceApps
      ? { firstScript: hotReloadHook }
      : {
          canary: follower.canary,
          previews: openPreviews(environment, (error) => console.error('A preview cannot be shown:', error)),
        }),
  });
  closeWithGrace({ delay: 5000 }, async () => {
    follower.stop();
    await app.close();
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
