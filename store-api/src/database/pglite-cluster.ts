import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deserialize } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import { hasCode } from '../errors/error-code';
import { packageRoot } from '../package-root';
import { DatabaseUnusableError } from './database-unusable';

/** The files of a cluster that PGlite has just made, by their paths in it. */
interface EmptyCluster {
  /** The version of PGlite that made it. */
  pglite: string;
  /** Parents stand before their children. */
  folders: string[];
  files: Map<string, Buffer>;
}

/**
 * Makes sure that a folder holds a PGlite cluster: an absent one gets the empty cluster that comes with the server,
 * since PGlite takes many seconds to make its own. The folder appears whole or not at all, so a server that is killed
 * while it starts leaves nothing half-made. To be called under the database's lock.
 *
 * @throws DatabaseUnusableError when the folder holds something else.
 * @see cluster/make-empty-cluster.mjs, which makes the file.
 */
export async function provideCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  const { folders, files } = await readEmptyCluster();
  await mkdir(draft, { mode: 0o700 });
  for (const name of folders) await mkdir(join(draft, name), { mode: 0o700 });
  await Promise.all([...files].map(([name, content]) => writeFile(join(draft, name), content, { mode: 0o600 })));
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'ENOTDIR')) throw error;
    await rm(draft, { recursive: true });
    throw new DatabaseUnusableError(
      `${folder} is no database of this shop: move it away, or name another folder in DATA_DIR.`,
    );
  }
}

/** The empty cluster that comes with the server. */
export async function readEmptyCluster(): Promise<EmptyCluster> {
  const file = await readFile(join(packageRoot, 'cluster/empty-cluster.br'));
  return deserialize(await promisify(brotliDecompress)(file)) as EmptyCluster;
}
