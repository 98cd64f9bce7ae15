import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type OpenDatabase, openPgliteInstance, openPostgres } from '../database/database';
import { ensureCluster } from '../database/pglite/cluster';
import { packageRoot } from '../package-root';
import { loadPglite } from './load-pglite';
import { createOwnCluster, createPostgresDatabase, findPostgresPrograms, type OwnCluster } from './postgres-cluster';

/** Opens a new, migrated and empty database. A PGlite database ends with its `close`, a PostgreSQL database with its cluster. */
export type OpenTestDatabase = () => Promise<OpenDatabase>;

const programs = findPostgresPrograms();

const PGlite = loadPglite();

/** Runs a suite on PGlite and on PostgreSQL. The PostgreSQL half is skipped when PostgreSQL is not installed. */
export function describeOnEachDatabase(subject: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${subject}, on PGlite`, () => suite(openTestPglite));
  describeOnPostgres(subject, suite);
}

/**
 * Runs a suite on PostgreSQL. It is skipped when PostgreSQL is not installed.
 *
 * @param suite Also receives a function that starts a cluster of its own, which it may stop.
 */
export function describeOnPostgres(
  subject: string,
  suite: (open: OpenTestDatabase, createCluster: () => Promise<OwnCluster>) => void,
): void {
  if (programs) {
    describe(`${subject}, on PostgreSQL`, () => suite(openTestDatabase, () => createOwnCluster(programs)));
  } else {
    describe.skip(`${subject}, on PostgreSQL (not installed in /usr/lib/postgresql)`, () =>
      suite(rejectSkipped, rejectSkipped));
  }
}

const rejectSkipped = () => Promise.reject(new Error('The suite is skipped.'));

/** Opens PGlite in memory. */
export const openTestPglite: OpenTestDatabase = async () =>
  openPgliteInstance(await PGlite.create({ loadDataDir: await loadMigratedDatabase() }));

/**
 * Opens the database of tests that do not depend on it: PostgreSQL opens in a fraction of PGlite's time. Its apps share their rate
 * limits and use several connections.
 */
export const openTestDatabase: OpenTestDatabase = programs
  ? async () => openPostgres(await createPostgresDatabase(programs))
  : openTestPglite;

/**
 * Loads a migrated and empty PGlite database. It is stored in the cache, because a new cluster and its migrations take as long as
 * all else that a test file does. A change of the migrations or of the cluster creates it again.
 */
async function loadMigratedDatabase(): Promise<Blob> {
  const migrations = join(packageRoot, 'src/database/migrations');
  const sources = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  const hash = createHash('sha256');
  for (const file of [join(packageRoot, 'cluster/empty-cluster.br'), ...sources]) hash.update(await readFile(file));
  const cache = join(packageRoot, '.cache');
  const name = `migrated-${hash.digest('hex').slice(0, 16)}.tar`;
  if (!existsSync(join(cache, name))) {
    const outdated = existsSync(cache) ? await readdir(cache) : [];
    for (const file of outdated.filter((file) => file.startsWith('migrated-'))) await rm(join(cache, file));
    await mkdir(cache, { recursive: true });
    await writeFileAtomic(join(cache, name), await dumpMigratedDatabase());
  }
  return new Blob([await readFile(join(cache, name))]);
}

async function dumpMigratedDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'store-api-pglite-'));
  const cluster = join(folder, 'database');
  await ensureCluster(cluster);
  const pglite = await PGlite.create(cluster);
  const { close } = await openPgliteInstance(pglite);
  await pglite.query('checkpoint');
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await close();
  await rm(folder, { recursive: true });
  return dump;
}
