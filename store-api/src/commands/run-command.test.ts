import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { createBackupFolder } from '../backup/backup-folder';
import { hasRow } from '../backup/postgres-programs';
import { describeCorrectableError } from '../errors/correctable-error';
import { readOperatorCredentials } from '../operator/operator-credentials';
import { readStoreApiSettings } from '../settings';
import { readResult, runOnDatabase } from './run-command';

const postgres = findPostgresPrograms();
const folder = mkdtempSync(join(tmpdir(), 'run-command-'));

/** Runs a command without a server. */
const run = (variables: Record<string, string>) =>
  runOnDatabase(readStoreApiSettings({ LOG_LEVEL: 'silent', ...variables }), {
    request: { path: '/operator/refunds' },
    readResponse: readResult,
    runDirectly: async () => ({ ok: true, message: 'No refund is due.' }),
  });

it('creates no database in a data folder without one', async () => {
  const dataDir = join(folder, 'absent');
  await expect(run({ DATA_DIR: dataDir })).rejects.toThrow(
    `There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR as the store API has it.`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

(postgres ? it : it.skip)('creates no tables in another PostgreSQL database', async () => {
  const url = await createPostgresDatabase(postgres ?? '');
  await expect(run({ DATABASE_URL: url })).rejects.toThrow(
    'The database of DATABASE_URL has no table customer_order: give the database of the store API.',
  );
  expect(await hasRow(url, "select 1 from information_schema.tables where table_schema = 'public'")).toBe(false);
});

it.each<[string, (file: string) => Promise<unknown>]>([
  ['the data folder', (file) => run({ DATA_DIR: file })],
  ['a part of the path of a backup', (file) => createBackupFolder(join(file, 'backup'))],
])('says that %s is a file', async (_what, start) => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const described: unknown = await start(file).catch(describeCorrectableError);
  expect(described).toMatch(
    /^A file cannot be used: part of its path is a file \(ENOTDIR: \w+ \S+\)\. Correct that, and try again\.$/,
  );
});

it('says that another user of the machine cannot command the server', async () => {
  const refusal = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const readFile = jest.spyOn(promises, 'readFile').mockRejectedValueOnce(refusal);
  await expect(readOperatorCredentials('/data')).rejects.toThrow(
    '/data/operator.json cannot be read: run the command as the user of the server.',
  );
  readFile.mockRestore();
});

it.each([
  [JSON.stringify({ error: 'The server cannot store the export.' }), ': The server cannot store the export.'],
  ['<html>', '.'],
])('passes on why the server rejects a command: %s', async (body, reason) => {
  expect(await readResult(new Response(body, { status: 507 }), 42)).toEqual({
    ok: false,
    message: `The server rejected the command (status 507)${reason}`,
  });
});
