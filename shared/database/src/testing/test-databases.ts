import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import {
  type DatabaseDefinition,
  type OpenDatabase,
  openPgliteInstance,
  openPostgres,
  pgliteExtensions,
} from '../open-database';
import { emptyClusterFile, ensureCluster } from '../pglite/cluster';
import { loadPglite } from './load-pglite';
import { createOwnCluster, createPostgresDatabase, findPostgresPrograms, type OwnCluster } from './postgres-cluster';

const programs = findPostgresPrograms();

const PGlite = loadPglite();

const rejectSkipped = () => Promise.reject(new Error('The suite is skipped.'));

export interface TestDatabaseOptions {
  /** Absolute folder with the sources of the migrations. */
  migrationsFolder: string;
  /** Absolute folder for a migrated database. Its name contains a hash of the migrations. */
  cacheFolder: string;
}

/** Opens a new, migrated and empty database. A PGlite database ends with its `close`, a PostgreSQL database with its cluster. */
type Open<Tables> = () => Promise<OpenDatabase<Tables>>;

/** Creates the functions that open databases with these tables for tests. */
export function createTestDatabases<Tables>(definition: DatabaseDefinition, options: TestDatabaseOptions) {
  /** Opens PGlite in memory. */
  const openTestPglite: Open<Tables> = async () =>
    openPgliteInstance(
      await PGlite.create({
        loadDataDir: await loadMigratedDatabase(definition, options),
        extensions: pgliteExtensions,
      }),
      definition,
    );

  const openOnPostgres = async (bin: string): Promise<OpenDatabase<Tables>> =>
    openPostgres(await createPostgresDatabase(bin), definition);

  /**
   * Opens the database of tests that do not depend on it: PostgreSQL opens in a fraction of PGlite's time. Its servers share their
   * rate limits and use several connections.
   */
  const openTestDatabase: Open<Tables> = programs ? () => openOnPostgres(programs) : openTestPglite;

  /**
   * Runs a suite on PostgreSQL. It is skipped when PostgreSQL is not installed.
   *
   * @param suite Also receives a function that starts a cluster of its own, which it may stop.
   */
  const describeOnPostgres = (
    subject: string,
    suite: (open: Open<Tables>, createCluster: () => Promise<OwnCluster>) => void,
  ): void => {
    if (programs) {
      describe(`${subject}, on PostgreSQL`, () => suite(openTestDatabase, () => createOwnCluster(programs)));
    } else {
      describe.skip(`${subject}, on PostgreSQL (not installed in /usr/lib/postgresql)`, () =>
        suite(rejectSkipped, rejectSkipped));
    }
  };

  /** Runs a suite on PGlite and on PostgreSQL. The PostgreSQL half is skipped when PostgreSQL is not installed. */
  const describeOnEachDatabase = (subject: string, suite: (open: Open<Tables>) => void): void => {
    describe(`${subject}, on PGlite`, () => suite(openTestPglite));
    describeOnPostgres(subject, suite);
  };

  return { openTestPglite, openTestDatabase, describeOnPostgres, describeOnEachDatabase };
}

/**
 * Loads a migrated and empty PGlite database. It is stored in the cache, because a new cluster and its migrations take as long as
 * all else that a test file does. A change of the migrations or of the cluster creates it again.
 */
async function loadMigratedDatabase(
  definition: DatabaseDefinition,
  { migrationsFolder, cacheFolder }: TestDatabaseOptions,
): Promise<Blob> {
  const sources = (await readdir(migrationsFolder)).sort().map((name) => join(migrationsFolder, name));
  const hash = createHash('sha256');
  for (const file of [emptyClusterFile, ...sources]) hash.update(await readFile(file));
  const name = `migrated-${hash.digest('hex').slice(0, 16)}.tar`;
  if (!existsSync(join(cacheFolder, name))) {
    const outdated = existsSync(cacheFolder) ? await readdir(cacheFolder) : [];
    for (const file of outdated.filter((file) => file.startsWith('migrated-'))) await rm(join(cacheFolder, file));
    await mkdir(cacheFolder, { recursive: true });
    await writeFileAtomic(join(cacheFolder, name), await dumpMigratedDatabase(definition));
  }
  return new Blob([await readFile(join(cacheFolder, name))]);
}

async function dumpMigratedDatabase(definition: DatabaseDefinition): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-pglite-'));
  const cluster = join(folder, 'database');
  await ensureCluster(cluster);
  const pglite = await PGlite.create(cluster, { extensions: pgliteExtensions });
  const { close } = await openPgliteInstance(pglite, definition);
  await pglite.query('checkpoint');
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await close();
  await rm(folder, { recursive: true });
  return dump;
}
