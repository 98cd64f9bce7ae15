import { stat } from 'node:fs/promises';
import { hasErrorCode } from '@shop/file-lock/errno';
import type { ReleaseStore } from './release-store';

/** What the file system's codes mean to whoever runs a command. */
const meanings: Record<string, string> = {
  EACCES: 'this user may not do that',
  EPERM: 'this user may not do that',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'part of its path is a file',
};

function toReadableError(error: unknown, folder: string): unknown {
  const code = Object.keys(meanings).find((one) => hasErrorCode(error, one));
  if (!code) return error;
  const { syscall, path: file = folder } = error as NodeJS.ErrnoException;
  return new Error(
    `The release store ${folder} cannot be used: ${meanings[code]} (${code}: ${syscall} ${file}). Mend that, or name another folder with RELEASE_STORE.`,
    { cause: error },
  );
}

/** A store in a folder whose disk and permissions are told of in sentences. */
export function withReadableErrors(store: ReleaseStore, folder: string): ReleaseStore {
  const told =
    <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      try {
        return await work(...parameters);
      } catch (error) {
        throw toReadableError(error, folder);
      }
    };
  return {
    get: told(store.get),
    putIfAbsent: told(store.putIfAbsent),
    compareAndSwap: told(store.compareAndSwap),
    list: told(store.list),
    remove: told(store.remove),
  };
}

/** @throws A sentence when there is something else where a folder should be. One that is missing is made later. */
export async function assertFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw toReadableError(error, folder);
  }
  throw new Error(`The release store ${folder} is a file: name a folder with RELEASE_STORE.`);
}
