import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
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
import { copyPostgresDatabase, createOwnCluster, findPostgresPrograms, type OwnCluster } from './postgres-cluster';

const programs = findPostgresPrograms();

const PGlite = loadPglite();

const rejectSkipped = () => Promise.reject(new Error('The suite is skipped.'));

export interface TestDatabaseOptions<Tables> {
  /** Absolute folders and files that determine the content of a new database: the migrations, and what `fill` writes. */
  sources: readonly string[];
  /** Absolute folder for copies of new databases. Their names contain a hash of the sources. */
  cacheFolder: string;
  /** Writes the content of a filled database, such as a catalogue. */
  fill?: (db: Kysely<Tables>) => Promise<void>;
}

/**
 * Opens a new and migrated database, which is empty when nothing else is said. A PGlite database ends with its `close`, a PostgreSQL
 * database with its cluster.
 */
type Open<Tables> = (content?: Content) => Promise<OpenDatabase<Tables>>;

type Content = 'empty' | 'filled';

/**
 * Creates the functions that open databases with these tables for tests. A database is a copy, because to migrate and to fill one takes
 * longer than all else that a test file does.
 */
export function createTestDatabases<Tables>(definition: DatabaseDefinition, options: TestDatabaseOptions<Tables>) {
  const hash = hashFiles([emptyClusterFile, ...options.sources]);
  const fill = async (content: Content, { db }: OpenDatabase<Tables>) => {
    if (content === 'filled') await options.fill?.(db);
  };

  /** Opens PGlite in memory. */
  const openTestPglite: Open<Tables> = async (content = 'empty') => {
    const name = `${content}-${hash}.tar`;
    const file = join(options.cacheFolder, name);
    if (!existsSync(file)) {
      await mkdir(options.cacheFolder, { recursive: true });
      // Another worker may write the file of this name now, under a temporary name.
      const isDump = (other: string) => other.startsWith(`${content}-`) && other.endsWith('.tar');
      const outdated = (await readdir(options.cacheFolder)).filter(isDump);
      for (const other of outdated) if (other !== name) await rm(join(options.cacheFolder, other), { force: true });
      await writeFileAtomic(file, await dumpDatabase<Tables>(definition, (database) => fill(content, database)));
    }
    const loadDataDir = new Blob([await readFile(file)]);
    return openPgliteInstance(await PGlite.create({ loadDataDir, extensions: pgliteExtensions }), definition);
  };

  const openOnPostgres = async (bin: string, content: Content = 'empty'): Promise<OpenDatabase<Tables>> => {
    const url = await copyPostgresDatabase(bin, `${content}_${hash}`, async (template) => {
      const database = await openPostgres<Tables>(template, definition);
      await fill(content, database).finally(database.close);
    });
    return openPostgres(url, definition);
  };

  /**
   * Opens the database of tests that do not depend on it: PostgreSQL opens in a fraction of PGlite's time. Its servers share their
   * rate limits and use several connections.
   */
  const openTestDatabase: Open<Tables> = programs ? (content) => openOnPostgres(programs, content) : openTestPglite;

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

  /**
   * Runs a suite on PGlite and on PostgreSQL. The PostgreSQL half is skipped when PostgreSQL is not installed. With
   * `ONE_TEST_DATABASE`, which `npm test` sets, PGlite runs only where PostgreSQL is not installed.
   */
  const describeOnEachDatabase = (subject: string, suite: (open: Open<Tables>) => void): void => {
    if (!programs || !process.env.ONE_TEST_DATABASE) describe(`${subject}, on PGlite`, () => suite(openTestPglite));
    if (programs) describeOnPostgres(subject, suite);
    // One test stands for all: PGlite has run the statements of the specification that they cover.
    else test.skip(`${subject}, on PostgreSQL (not installed in /usr/lib/postgresql)`, () => undefined);
  };

  return { openTestPglite, openTestDatabase, describeOnPostgres, describeOnEachDatabase };
}

/** Hashes the content of files, and of all files in folders. @returns 16 hexadecimal digits. */
function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const file of names.map((name) => join(path, name))) {
      if (statSync(file).isFile()) hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param prepare Writes the content of the database. */
async function dumpDatabase<Tables>(
  definition: DatabaseDefinition,
  prepare: (database: OpenDatabase<Tables>) => Promise<void>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-pglite-'));
  const cluster = join(folder, 'database');
  await ensureCluster(cluster);
  const pglite = await PGlite.create(cluster, { extensions: pgliteExtensions });
  const database = await openPgliteInstance<Tables>(pglite, definition);
  await prepare(database);
  await pglite.query('checkpoint');
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await database.close();
  await rm(folder, { recursive: true });
  return dump;
}
