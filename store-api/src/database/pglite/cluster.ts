import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import { hasErrorCode } from '@shop/file-lock/errno';
import { packageRoot } from '../../package-root';
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
 * @see cluster/make-empty-cluster.mjs, which creates the packaged cluster.
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
      `${folder} is not a database of this shop: move the folder away, or set DATA_DIR to another folder.`,
    );
  }
}

/** Loads the packaged empty cluster. */
export async function loadEmptyCluster(): Promise<EmptyCluster> {
  const file = await readFile(join(packageRoot, 'cluster/empty-cluster.br'));
  return deserialize(await promisify(brotliDecompress)(file)) as EmptyCluster;
}
