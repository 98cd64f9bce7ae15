import { stat } from 'node:fs/promises';
import { describeFileError, hasErrorCode } from '@shop/file-lock/errno';
import { UnavailableStoreError } from './errors';
import { createFileSystemStore } from './file-system-store';
import { type ReleaseStore, wrapStore } from './release-store';
import { createS3Store } from './s3-store';
import type { StoreLocation } from './store-location';

/**
 * Creates the client of a release store.
 *
 * @throws When the location is a file or a release service, or the object store cannot be read.
 */
export async function createReleaseStore(location: StoreLocation): Promise<ReleaseStore> {
  if (location.kind === 'service') {
    throw new Error(
      `RELEASE_STORE is ${location.url}, a release service, which only the command line uses: give a folder or s3://bucket.`,
    );
  }
  if (location.kind === 's3') return createS3Store(location.settings);
  await assertFolder(location.folder);
  return withReadableErrors(createFileSystemStore(location.folder), location.folder);
}

function toReadableError(error: unknown, folder: string): unknown {
  const description = hasErrorCode(error, 'ENOENT') ? null : describeFileError(error, folder);
  if (!description) return error;
  return new UnavailableStoreError(
    `The release store ${folder} cannot be used: ${description}. Correct that, or name another folder with RELEASE_STORE.`,
    { cause: error },
  );
}

/** Wraps a store in a folder so that errors of its disk and permissions say what is wrong and what to do. */
const withReadableErrors = (store: ReleaseStore, folder: string): ReleaseStore =>
  wrapStore(store, (operate) => async (...parameters) => {
    try {
      return await operate(...parameters);
    } catch (error) {
      throw toReadableError(error, folder);
    }
  });

/** @throws When the path exists and is not a folder. A missing folder is created by the first write. */
async function assertFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw toReadableError(error, folder);
  }
  throw new Error(`The release store ${folder} is a file: name a folder with RELEASE_STORE.`);
}
