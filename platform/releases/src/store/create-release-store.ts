import { assertFolder, withReadableErrors } from './file-system-errors';
import { createFileSystemStore } from './file-system-store';
import type { ReleaseStore } from './release-store';
import { createS3Store } from './s3-store';
import type { StoreLocation } from './store-location';

/**
 * Creates the client of a release store.
 *
 * @throws When the location is a file, or the object store is unavailable or ignores conditional writes.
 */
export async function createReleaseStore(location: StoreLocation): Promise<ReleaseStore> {
  if (location.kind === 's3') return createS3Store(location.settings);
  await assertFolder(location.folder);
  return withReadableErrors(createFileSystemStore(location.folder), location.folder);
}
