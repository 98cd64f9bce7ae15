import path from 'node:path';
import { withFileLock } from '@shop/file-lock/file-lock';
import { root } from './workspace';

/** Time for the build of another process, twice over for a release, on a slow machine. */
const timeoutMs = 900_000;

/**
 * Runs a build while no other process builds the same package: two builds would write into each other's files. The lock of
 * a process that has ended is taken over.
 *
 * @throws {FileLockTimeoutError} When another process holds the lock for the whole timeout. The message names it.
 */
export const withBuildLock = <Result>(folder: string, build: () => Promise<Result>): Promise<Result> =>
  withFileLock(path.join(root, folder, '.cache/build-lock'), build, { timeoutMs });
