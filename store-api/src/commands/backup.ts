import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createBackupFolder, getDumpFile, writeManifest } from '../backup/backup-folder';
import { runPostgresProgram } from '../backup/postgres-programs';
import { openDatabase } from '../database/database';
import { findDatabaseOwner } from '../database/pglite/database-lock';
import { readOperatorCredentials } from '../operator/operator-credentials';
import type { OperatorResult } from '../operator/operator-result';
import type { StoreApiSettings } from '../settings';
import { runCommandLine } from './run-command-line';

/** `npm run backup -w store-api -- --to FOLDER`: writes a consistent dump of the database while the server runs. */
await runCommandLine(async (settings) => {
  const [flag, target, ...rest] = process.argv.slice(2);
  if (flag !== '--to' || !target || rest.length > 0) {
    return { ok: false, message: 'Usage: npm run backup -w store-api -- --to FOLDER' };
  }
  const folder = resolve(process.env.INIT_CWD ?? '.', target);
  const kind = settings.databaseUrl ? 'postgres' : 'pglite';
  await createBackupFolder(folder);
  const file = join(folder, getDumpFile(kind));
  if (settings.databaseUrl) {
    await runPostgresProgram('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], settings.databaseUrl);
  } else {
    const dump = await dumpPglite(settings);
    if ('message' in dump) return dump;
    await writeFile(file, dump.bytes, { mode: 0o600 });
  }
  await writeManifest(folder, kind);
  return { ok: true, message: `${folder} holds the database: accounts, orders, payments and products.` };
});

/** Dumps PGlite in the process that has it open: the server, else this one. */
async function dumpPglite(settings: StoreApiSettings): Promise<{ bytes: Uint8Array } | OperatorResult> {
  const owner = await findDatabaseOwner(settings.dataDir);
  if (owner === undefined) {
    const database = await openDatabase(settings);
    try {
      return { bytes: (await database.dump?.()) ?? Buffer.alloc(0) };
    } finally {
      await database.close();
    }
  }
  const credentials = await readOperatorCredentials(settings.dataDir);
  const response =
    credentials &&
    (await fetch(`${credentials.url}/operator/backup`, {
      method: 'POST',
      headers: { authorization: `Operator ${credentials.secret}` },
    }).catch(() => undefined));
  if (response?.ok) return { bytes: new Uint8Array(await response.arrayBuffer()) };
  return { ok: false, message: `Process ${owner} has the database open and gives no backup: try again.` };
}
