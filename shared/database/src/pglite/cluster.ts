import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import { hasErrorCode } from '@shop/file-lock/errno';
import { DatabaseUnavailableError } from '../database-unavailable-error';

/** Content of a new PGlite cluster. */
interface EmptyCluster {
  /** Version of PGlite that created the cluster. */
  pglite: string;
  /** Relative paths. A folder comes before its subfolders. */
  folders: string[];
  /** Content of each file by its relative path. */
  files: Map<string, Buffer>;
}

/**
 * Ensures that a folder contains a PGlite cluster. An absent folder gets a copy of the packaged empty cluster, because
 * PGlite needs many seconds to initialise one. The folder is created with one rename, so a server that is killed during
 * its start leaves no partial cluster. The caller holds the database lock.
 *
 * @throws {DatabaseUnavailableError} When the folder contains other files.
 * @see make-empty-cluster.mjs, which creates the packaged cluster.
 */
export async function ensureCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  const { folders, files } = await loadEmptyCluster();
  await mkdir(draft, { mode: 0o700 });
  for (const name of folders) await mkdir(join(draft, name), { mode: 0o700 });
  await Promise.all([...files].map(([name, content]) => writeFile(join(draft, name), content, { mode: 0o600 })));
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOTEMPTY') && !hasErrorCode(error, 'ENOTDIR')) throw error;
    await rm(draft, { recursive: true });
    throw new DatabaseUnavailableError(
      `${folder} is not a database of this software: move the folder away, or set DATA_DIR to another folder.`,
    );
  }
}

/** Absolute path of the packaged empty cluster. It is in this package, or next to the bundle that contains this module. */
export const emptyClusterFile = findUpwards(import.meta.dirname, 'empty-cluster.br');

function findUpwards(folder: string, name: string): string {
  const file = join(folder, name);
  if (existsSync(file) || folder === dirname(folder)) return file;
  return findUpwards(dirname(folder), name);
}

/** Loads the packaged empty cluster. */
export async function loadEmptyCluster(): Promise<EmptyCluster> {
  const file = await readFile(emptyClusterFile);
  return deserialize(await promisify(brotliDecompress)(file)) as EmptyCluster;
}
