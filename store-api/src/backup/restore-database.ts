import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { acquireDatabaseLock } from '@shop/database/pglite/database-lock';
import type { StoreApiSettings } from '../settings';
import { getDumpFile, readManifest } from './backup-folder';
import { hasRow, restorePostgresDump } from './postgres-programs';

export interface RestoreOptions {
  /** Replaces a database that exists. */
  isOverwriting: boolean;
}

const inUse = (what: string) =>
  new DatabaseUnavailableError(`${what} has a database already: restore to a new one, or replace it with --overwrite.`);

/**
 * Restores the database of the settings from a backup. The checksum is verified first.
 *
 * @returns When the backup was made, and the folder that holds a replaced PGlite database.
 * @throws {DatabaseUnavailableError} When the backup cannot be used, or a database exists and may not be replaced.
 * @throws {DatabaseInUseError} When a server has the PGlite folder open.
 */
export async function restoreDatabase(
  { dataDir, databaseUrl }: Pick<StoreApiSettings, 'dataDir' | 'databaseUrl'>,
  folder: string,
  options: RestoreOptions,
): Promise<{ at: string; replaced: string | null }> {
  const kind = databaseUrl ? 'postgres' : 'pglite';
  const { at } = await readManifest(folder, kind);
  const dump = join(folder, getDumpFile(kind));
  if (!databaseUrl) return { at, replaced: await restorePglite(dataDir, dump, options) };
  await restorePostgres(databaseUrl, dump, options);
  return { at, replaced: null };
}

async function restorePglite(dataDir: string, dump: string, { isOverwriting }: RestoreOptions): Promise<string | null> {
  const lock = await acquireDatabaseLock(dataDir);
  const folder = join(dataDir, 'database');
  const draft = `${folder}.restored`;
  try {
    const isReplacing = existsSync(folder);
    if (isReplacing && !isOverwriting) throw inUse(dataDir);
    await rm(draft, { recursive: true, force: true });
    // PGlite would create a folder that every user of the machine can read.
    await mkdir(draft, { mode: 0o700 });
    await loadDump(draft, new Blob([await readFile(dump)]));
    const replaced = isReplacing ? `${folder}.replaced-${Date.now()}` : null;
    if (replaced) await rename(folder, replaced);
    await rename(draft, folder);
    return replaced;
  } finally {
    await lock.release();
  }
}

/**
 * Loads a dump into a new folder. PGlite's errors of a disk are objects without a message.
 *
 * @throws {DatabaseUnavailableError} When PGlite cannot write or open the database.
 */
async function loadDump(folder: string, loadDataDir: Blob): Promise<void> {
  try {
    const pglite = await PGlite.create({ dataDir: folder, loadDataDir });
    await pglite.query('select 1');
    await pglite.close();
  } catch (error) {
    const reason = error instanceof Error ? ` (${error.message})` : '';
    throw new DatabaseUnavailableError(
      `The dump cannot be loaded into ${folder}${reason}: check that the disk has room, and that the backup is of this version.`,
    );
  }
}

async function restorePostgres(url: string, dump: string, { isOverwriting }: RestoreOptions): Promise<void> {
  const isReplacing = await hasRow(
    url,
    "select 1 from information_schema.tables where table_schema = 'public' limit 1",
  );
  if (isReplacing && !isOverwriting) throw inUse('DATABASE_URL');
  await restorePostgresDump(dump, url, isReplacing);
}
