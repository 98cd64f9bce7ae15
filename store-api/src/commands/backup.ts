import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import { createBackupFolder, getDumpFile, writeManifest } from '../backup/backup-folder';
import { assertHasOrders, dumpPostgres } from '../backup/postgres-programs';
import { runCommandLine, runOnDatabase } from './run-command';

/** `npm run backup -w store-api -- --to FOLDER`: writes a consistent dump of the database while the server runs. */
await runCommandLine(async (settings) => {
  const [flag, target, ...rest] = process.argv.slice(2);
  if (flag !== '--to' || !target || rest.length > 0) {
    return { ok: false, message: 'Usage: npm run backup -w store-api -- --to FOLDER' };
  }
  const folder = resolve(process.env.INIT_CWD ?? '.', target);
  const kind = settings.databaseUrl ? 'postgres' : 'pglite';
  if (settings.databaseUrl) await assertHasOrders(settings.databaseUrl);
  else if (!existsSync(join(settings.dataDir, 'database'))) {
    throw new DatabaseUnavailableError(
      `There is no database in ${settings.dataDir}: set DATABASE_URL or DATA_DIR as the store API has it.`,
    );
  }
  await createBackupFolder(folder);
  const file = join(folder, getDumpFile(kind));
  if (settings.databaseUrl) {
    // The release service may have its schema in the same database, and has a backup of its own.
    const flags = ['--format=custom', '--no-owner', '--exclude-schema=release', `--file=${file}`];
    // The dump keeps the mode of a file that exists.
    await writeFile(file, '', { mode: 0o600 });
    await dumpPostgres(flags, settings.databaseUrl);
  } else {
    const dump = await runOnDatabase(settings, {
      request: { path: '/operator/backup' },
      async readResponse(response, owner) {
        if (response?.ok) return new Uint8Array(await response.arrayBuffer());
        throw new DatabaseUnavailableError(`Process ${owner} has the database open and gives no backup: try again.`);
      },
      runDirectly: async (database) => (await database.dump?.()) ?? new Uint8Array(),
    });
    await writeFile(file, dump, { mode: 0o600 });
  }
  await writeManifest(folder, kind);
  const source = settings.databaseUrl ? 'DATABASE_URL' : settings.dataDir;
  return { ok: true, message: `${folder} holds the database of ${source}: accounts, orders, payments and products.` };
});
