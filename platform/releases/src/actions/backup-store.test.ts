import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { getHeadKey, listEnvironments } from '../state/head';
import { runUntilCrash } from '../testing/crashing-store';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment } from '../testing/test-environment';
import { createTestFolder } from '../testing/test-resources';
import {
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
  readHistory,
  readLive,
} from '../testing/test-shop';
import { backupReleaseStore, restoreReleaseStore } from './backup-store';

const folder = createTestFolder();

test('writes no backup of a store without an environment, as that of a command without RELEASE_STORE', async () => {
  const backup = path.join(folder, 'empty');
  const attempt = backupReleaseStore(createMemoryStore(new Map()), backup);
  await expect(attempt).rejects.toThrow('The release store has no environment');
  expect(existsSync(backup)).toBe(false);
});

test.each(['absent', 'present'])('only its owner can read a backup in a folder that was %s', async (name) => {
  const { environment } = await createShopWithTwoVersions();
  const backup = path.join(folder, name);
  if (name === 'present') mkdirSync(backup, { mode: 0o755 });
  await backupReleaseStore(environment.store, backup);
  expect(statSync(backup).mode & 0o077).toBe(0);
});

test('a restore that crashes after any operation of the store leaves complete environments, and completes when it is repeated', async () => {
  const objects = new Map<string, Uint8Array>();
  const production = createTestEnvironment(createMemoryStore(objects));
  const [shell, versionOne, versionTwo] = await Promise.all([
    publishFake(production.store, 'shell'),
    publishFake(production.store, 'mf-a'),
    publishFake(production.store, 'mf-a', '2.0.0'),
  ]);
  await promoteFake(production, [shell, versionOne]);
  const backup = path.join(folder, 'backup');
  await backupReleaseStore(production.store, backup);
  await promoteFake(production, [versionTwo]);
  await promoteFake({ ...production, name: 'staging' }, [shell, versionTwo]);

  let crashes = 0;
  for (let isFinished = false; !isFinished; crashes++) {
    const store = createMemoryStore(new Map(objects));
    const restore = (target: typeof store) => restoreReleaseStore(target, backup, { isOverwriting: true });
    isFinished = await runUntilCrash(store, crashes, restore);
    for (const name of await listEnvironments(store)) {
      const environment = { ...production, store, name };
      if (!(await store.get(getHeadKey(name)))) continue;
      const { head } = await readLive(environment);
      expect(await readHistory(environment)).toHaveLength(head.seq);
    }
    await restore(store);
    expect(await listEnvironments(store)).toEqual(['production']);
    const restored = { ...production, store };
    expect(getVersions((await readLive(restored)).live)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0' });
    expect(await readHistory(restored)).toHaveLength(1);
  }
  expect(crashes).toBeGreaterThan(10);
});
