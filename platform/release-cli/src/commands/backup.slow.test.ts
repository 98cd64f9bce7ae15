import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getHeadKey, listEnvironments } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { getVersions, readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

const root = createTestFolder();
let count = 0;
const createFolder = () => path.join(root, String(++count));

/** A shop with a backup. `restoreTo` moves the terminal to another release store with the same keys. */
async function createBackup() {
  const shop = await createLiveShop();
  const folder = createFolder();
  await shop.runOk(`backup --to ${folder}`);
  const useNewStore = () => {
    const store = createFileSystemStore(createFolder());
    shop.host.openEnvironment = async (name) => ({ ...shop.production, store, name });
    return store;
  };
  return { ...shop, folder, useNewStore };
}

test('restores the same composition after the release store is lost, and the shop can be changed again', async () => {
  const { runOk, folder, useNewStore, production } = await createBackup();
  const before = getVersions((await readLive(production)).live);
  await runOk('promote mf-a@1.1.0 --reason later');
  const store = useNewStore();
  const said = await runOk(`restore --from ${folder}`);
  expect(said).toContain('production: change 1');
  expect(said).toContain('Every live file and every signature of the audit log is valid.');
  expect(getVersions((await readLive({ ...production, store })).live)).toEqual(before);
  expect(await runOk('verify')).toContain('log: 1 changes, chain and signatures valid');
  await runOk('promote mf-a@1.1.0 --reason again');
  expect(await runOk('status')).toMatch(/mf-a +1\.1\.0/);
});

test('a backup is consistent when a promotion happens while it copies', async () => {
  const { runOk, store, host, production, useNewStore } = await createBackup();
  let isPromoted = false;
  const busy = {
    ...store,
    list: async (prefix: string) => {
      const keys = await store.list(prefix);
      if (prefix === 'r/' && !isPromoted) {
        isPromoted = true;
        await runOk('promote mf-a@1.1.0 --reason during-backup');
      }
      return keys;
    },
  };
  const folder = createFolder();
  const { openEnvironment } = host;
  let isFirst = true;
  host.openEnvironment = async (name, use) => {
    if (!isFirst) return openEnvironment(name, use);
    isFirst = false;
    return { ...production, store: busy, name };
  };
  await runOk(`backup --to ${folder}`);
  expect(isPromoted).toBe(true);
  useNewStore();
  expect(await runOk(`restore --from ${folder}`)).toContain('production: change 1');
  expect(await runOk('status')).toMatch(/mf-a +1\.0\.0/);
});

test('refuses a store in use without --overwrite, and replaces a later HEAD with it', async () => {
  const { run, runOk, folder, store } = await createBackup();
  await runOk('promote mf-a@1.1.0 --reason later');
  const later = await store.get(getHeadKey('production'));
  expect((await run(`restore --from ${folder}`)).output).toBe(
    'The release store has the environments production: restore to an empty store, or replace them with --overwrite.',
  );
  expect((await store.get(getHeadKey('production')))?.tag).toBe(later?.tag);
  expect(await runOk(`restore --from ${folder} --overwrite`)).toContain('production: change 1');
  expect(await runOk('status')).toMatch(/mf-a +1\.0\.0/);
});

test('a recovery after a restore makes nothing live that came after the backup', async () => {
  const { runOk, folder, store } = await createBackup();
  await runOk('promote mf-a@1.1.0 --reason later');
  await runOk('promote shell@1.0.0 mf-a@1.1.0 mf-payment@1.0.0 --env staging --reason new');
  await runOk(`restore --from ${folder} --overwrite`);
  expect(await listEnvironments(store)).toEqual(['production']);
  await store.remove(getHeadKey('production'));
  await runOk('recover-head --reason "the disk failed"');
  expect(await runOk('status')).toMatch(/mf-a +1\.0\.0/);
});

test('writes nothing when an object of the backup is damaged or missing, or the backup was interrupted', async () => {
  const { run, folder, useNewStore } = await createBackup();
  const store = useNewStore();
  const objects = path.join(folder, 'objects');
  const damaged =
    readdirSync(objects, { recursive: true })
      .map(String)
      .find((name) => name.endsWith('main.js')) ?? '';
  writeFileSync(path.join(objects, damaged), 'changed');
  expect((await run(`restore --from ${folder}`)).output).toBe(
    `${damaged} of the backup is damaged: restore another backup.`,
  );
  rmSync(path.join(objects, damaged));
  expect((await run(`restore --from ${folder}`)).output).toContain('of the backup is missing');
  rmSync(path.join(folder, 'backup.json'));
  expect((await run(`restore --from ${folder}`)).output).toContain('it is not a backup, or the backup was interrupted');
  expect(await store.list('r/')).toEqual([]);
});

test('reports signatures that the trusted keys do not cover, and never writes to a folder that is not empty', async () => {
  const { run, folder, useNewStore, host } = await createBackup();
  expect((await run(`backup --to ${folder}`)).output).toBe(`${folder} is not empty: name a new folder for the backup.`);
  useNewStore();
  const { openEnvironment } = host;
  host.openEnvironment = async (name) => ({ ...(await openEnvironment(name)), trusted: new Map() });
  const outcome = await run(`restore --from ${folder}`);
  expect([outcome.exitCode, outcome.output]).toEqual([1, expect.stringContaining('NOT VALID: production: ')]);
});
