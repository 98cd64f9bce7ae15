import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openPgliteInstance, openPostgres } from '../database/database';
import { ensureCluster } from '../database/pglite/cluster';
import { loadPglite } from './load-pglite';
import { createOwnCluster, createPostgresDatabase, findPostgresPrograms, type OwnCluster } from './postgres-cluster';

/** Opens a new, migrated and empty database. `close` deletes a PGlite database; a PostgreSQL database ends with its cluster. */
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
    describe(`${subject}, on PostgreSQL`, () =>
      suite(
        async () => openPostgres(await createPostgresDatabase(programs)),
        () => createOwnCluster(programs),
      ));
  } else {
    describe.skip(`${subject}, on PostgreSQL (not installed in /usr/lib/postgresql)`, () =>
      suite(rejectSkipped, rejectSkipped));
  }
}

const rejectSkipped = () => Promise.reject(new Error('The suite is skipped.'));

/** Opens PGlite in a temporary folder, without the database lock. */
export const openTestPglite: OpenTestDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store-api-pglite-'));
  const cluster = join(folder, 'database');
  await ensureCluster(cluster);
  const { db, close } = await openPgliteInstance(await PGlite.create(cluster));
  return { db, close: () => close().finally(() => rm(folder, { recursive: true })) };
};
