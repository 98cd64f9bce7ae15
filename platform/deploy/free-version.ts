import path from 'node:path';
import { findFreeVersion } from '@shop/releases/release/version-reservation';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { readStoreLocation } from '@shop/releases/store/store-location';

/** `publish-first.sh` publishes every app under the version that this prints: no app has it in the release store of `RELEASE_STORE`. */
try {
  const location = readStoreLocation(process.env, path.resolve('.data/releases'));
  const store = await createReleaseStore(location);
  process.stdout.write(`${await findFreeVersion(store)}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
