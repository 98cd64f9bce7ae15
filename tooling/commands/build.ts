import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { parseOptions, readArguments } from '../read-arguments';
import { runCommand } from '../run-command';

/** `npm run build` builds the apps and the store API whose sources changed. */
readArguments((args) => parseOptions(args, {}));
await runCommand(async () => {
  await buildApps(console.log);
  await bundleStoreApi();
});
