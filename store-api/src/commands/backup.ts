import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { createBackupFolder, getDumpFile, writeManifest } from '../backup/backup-folder';
import { dumpPostgres } from '../backup/postgres-programs';
import type { StoreApiSettings } from '../settings';
import { assertHasDatabase, readResult, runCommandLine, runOnDatabase } from './run-command';

/** `npm run backup -w store-api -- --to FOLDER`: writes a consistent dump of the database while the server runs. */
await runCommandLine(async (settings) => {
  const [flag, target, ...rest] = process.argv.slice(2);
  if (flag !== '--to' || !target || rest.length > 0) {
    return { ok: false, message: 'Usage: npm run backup -w store-api -- --to FOLDER' };
  }
  const folder = resolve(process.env.INIT_CWD ?? '.', target);
  const kind = settings.databaseUrl ? 'postgres' : 'pglite';
  await assertHasDatabase(settings);
  // A server that gives no backup leaves no folder.
  const dump = settings.databaseUrl ? undefined : await readPgliteDump(settings);
  await createBackupFolder(folder);
  const file = join(folder, getDumpFile(kind));
  // The dump of pg_dump keeps the mode of a file that exists.
  await writeFile(file, dump ?? '', { mode: 0o600 });
  if (settings.databaseUrl) {
    // The release service may have its schema in the same database, and has a backup of its own.
    const flags = ['--format=custom', '--no-owner', '--exclude-schema=release', `--file=${file}`];
    await dumpPostgres(flags, settings.databaseUrl);
  }
  await writeManifest(folder, kind);
  const source = settings.databaseUrl ? 'DATABASE_URL' : settings.dataDir;
  return { ok: true, message: `${folder} holds the database of ${source}: accounts, orders, payments and products.` };
});

function readPgliteDump(settings: StoreApiSettings): Promise<Uint8Array> {
  return runOnDatabase(settings, {
    request: { path: '/operator/backup' },
    async readResponse(response, owner) {
      if (response?.ok) return new Uint8Array(await response.arrayBuffer());
      throw new DatabaseUnavailableError((await readResult(response, owner)).message);
    },
    runDirectly: async (database) => (await database.dump?.()) ?? new Uint8Array(),
  });
}
