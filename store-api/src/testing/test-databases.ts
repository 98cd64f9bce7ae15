import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openPgliteInstance, openPostgres } from '../database/database';
import { packageRoot } from '../package-root';
import { createPostgresDatabase, postgresPrograms } from './postgres-cluster';
import { sandboxedPglite } from './sandboxed-pglite';

/** Opens a migrated database with nothing in it; closing forgets it. */
export type OpenTestDatabase = () => Promise<OpenDatabase>;

const programs = postgresPrograms();

const PGlite = sandboxedPglite();

/** Runs a suite on PGlite and on PostgreSQL, which is left out with a word when this machine has none. */
export function onEachDatabase(subject: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${subject}, on PGlite`, () => suite(openPgliteInMemory));
  if (programs) {
    describe(`${subject}, on PostgreSQL`, () =>
      suite(async () => openPostgres(await createPostgresDatabase(programs))));
  } else {
    describe.skip(`${subject}, on PostgreSQL (not installed in /usr/lib/postgresql)`, () =>
      suite(() => Promise.reject(new Error('skipped'))));
  }
}

/** PGlite in memory: no lock, no files. */
export const openPgliteInMemory: OpenTestDatabase = async () =>
  openPgliteInstance(await PGlite.create({ loadDataDir: await emptyCluster() }));

/** PGlite takes seconds to make a cluster and a fraction of one to unpack it, so an empty one is kept between runs. */
export async function emptyCluster(): Promise<Blob> {
  const folder = join(tmpdir(), `store-api-tests-${process.getuid?.() ?? 0}`);
  const kept = join(folder, `pglite-${await pgliteVersion()}.tar`);
  if (!existsSync(kept)) {
    const pglite = await PGlite.create();
    const made = await pglite.dumpDataDir('none');
    await pglite.close();
    await mkdir(folder, { recursive: true });
    const draft = `${kept}.${process.pid}`;
    await writeFile(draft, Buffer.from(await made.arrayBuffer()));
    await rename(draft, kept);
  }
  return new Blob([await readFile(kept)]);
}

async function pgliteVersion(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return String(dependencies['@electric-sql/pglite']);
}
