import type { ReleaseId } from '../release/release';
import { getHeadKey } from '../state/head';
import { createFileSystemStore } from '../store/file-system-store';
import type { ReleaseStore } from '../store/release-store';
import { createTestCheck, createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { createTestFolder } from '../testing/test-resources';
import {
  createEmptyShop,
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
  readHistory,
  readLive,
} from '../testing/test-shop';
import { lock } from './lock';
import { promote } from './promote';
import { rollback } from './rollback';
import { complete, rollout } from './rollout';

const folder = createTestFolder();

const finding = { gate: 'route-ownership', app: 'mf-a', problem: 'it owns nothing', remedy: 'give it a path' };

test('a promotion replaces its apps and keeps the others, and changes nothing when it is repeated', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const second = await promoteFake(environment, [versionTwo]);
  expect(getVersions(second.live)).toEqual({ shell: '1.0.0', 'mf-a': '2.0.0' });
  expect(second.head.seq).toBe(2);
  expect(await promoteFake(environment, [versionTwo])).toEqual({ ...second, isChanged: false });
});

test('the first promotion of an environment fails without a shell', async () => {
  const environment = createEmptyShop();
  await expect(promoteFake(environment, [await publishFake(environment.store, 'mf-a')])).rejects.toThrow(
    'promote shell first',
  );
});

test('a forced promotion becomes live and records its findings, and counts as forced only when there are findings', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo], { check: createTestCheck(async () => [finding]), isForced: true });
  await rollback(environment, testAuthor, passingGates);
  await promoteFake(environment, [versionTwo], { canary: { share: 10 }, isForced: true });
  await rollout(environment, 50, testAuthor, { check: createTestCheck(async () => [finding]), isForced: true });
  await complete(environment, testAuthor, { ...passingGates, isForced: true });
  const history = await readHistory(environment);
  const stepFinding = { gate: 'promotion-rules', app: 'mf-a' };
  expect(history.filter(({ isForced }) => isForced)).toMatchObject([
    { action: 'complete', findings: [stepFinding] },
    { action: 'rollout', findings: [finding, finding] },
    { action: 'promote', findings: [finding], by: 'asha' },
  ]);
});

test('24 concurrent promotions lose no update, and each composition is checked as it becomes live', async () => {
  const environment = createTestEnvironment(createFileSystemStore(folder));
  await promoteFake(environment, [await publishFake(environment.store, 'shell')]);
  const apps = Array.from({ length: 24 }, (_, index) => `mf-${String(index).padStart(2, '0')}`);
  const releases = await Promise.all(apps.map((app) => publishFake(environment.store, app)));
  const checked: string[][] = [];
  const check = createTestCheck(async ({ next }) => {
    checked.push(next.remotes.map(({ app }) => app));
    return [];
  });
  await Promise.all(releases.map((release) => promoteFake(environment, [release], { check })));
  const { live } = await readLive(environment);
  expect(live.remotes.map(({ app }) => app)).toEqual(apps);
  expect(checked).toContainEqual(apps);
  const history = await readHistory(environment);
  expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
});

describe('a promotion during whose gates another change becomes live', () => {
  const ravi = { by: 'ravi', reason: 'cards broke' };
  type Shop = Awaited<ReturnType<typeof createShopWithTwoVersions>>;
  const promoteNew = async ({ environment }: Shop, app: string, version: string, author = ravi) =>
    promote(environment, [await publishFake(environment.store, app, version)], author, passingGates);
  const retry = 'in the meantime: check its state, then try again if you still need to.';

  it.each<[name: string, change: (shop: Shop) => Promise<unknown>, error: string | null]>([
    [
      'fails after a hotfix of its app, and names its author',
      async (shop) => {
        await promoteNew(shop, 'mf-a', '2.0.1');
        await promoteNew(shop, 'mf-b', '1.0.0', testAuthor);
      },
      `mf-a was changed by ravi in change 3 ${retry}`,
    ],
    [
      'fails after a rollback of its app',
      ({ environment }) => rollback(environment, ravi, passingGates),
      `mf-a was rolled back by ravi in change 3 ${retry}`,
    ],
    [
      'fails after the removal of its app',
      ({ environment }) => promote(environment, [], ravi, { ...passingGates, removed: ['mf-a'] }),
      `mf-a was changed by ravi in change 3 ${retry}`,
    ],
    ['is made after a promotion of another app', (shop) => promoteNew(shop, 'mf-b', '1.0.0'), null],
    ['is made after a promotion of the shell', (shop) => promoteNew(shop, 'shell', '1.0.1'), null],
    ['is made after a lock of another app', ({ environment }) => lock(environment, 'shell', ravi), null],
    ['changes nothing after the same promotion', (shop) => promoteNew(shop, 'mf-a', '3.0.0'), null],
  ])('%s', async (_name, change, error) => {
    const shop = await createShopWithTwoVersions();
    const { environment, versionTwo } = shop;
    await promoteFake(environment, [versionTwo]);
    const others = [change];
    const check = createTestCheck(async () => {
      await others.pop()?.(shop);
      return [];
    });
    const promotion = promoteFake(environment, [await publishFake(environment.store, 'mf-a', '3.0.0')], { check });
    if (error === null) expect(getVersions((await promotion).live)['mf-a']).toBe('3.0.0');
    else await expect(promotion).rejects.toThrow(error);
    const versions = getVersions((await readLive(environment)).live);
    expect(versions['mf-a'] === '3.0.0').toBe(error === null);
  });
});

test('a promotion with arguments that contradict each other or the live composition fails, and changes nothing', async () => {
  const { environment, shell, versionOne, versionTwo } = await createShopWithTwoVersions();
  const removing = (releases: ReleaseId[], app: string) => promoteFake(environment, releases, { removed: [app] });
  await expect(promoteFake(environment, [versionOne, versionTwo])).rejects.toThrow(
    'mf-a is named twice, as 1.0.0 and as 2.0.0: name one version of it.',
  );
  await expect(removing([], 'nonsense')).rejects.toThrow(
    'nonsense is not live in production, so it cannot be removed: mf-a is live there.',
  );
  await expect(removing([versionTwo], 'mf-a')).rejects.toThrow('mf-a is to go live and to be removed: name it for one');
  for (const releases of [[], [shell]]) {
    await expect(removing(releases, 'shell')).rejects.toThrow('The shell cannot be removed, since every page needs it');
  }
  expect((await readLive(environment)).head.seq).toBe(1);
  expect((await promoteFake(environment, [versionTwo, versionTwo])).head.seq).toBe(2);
});

test('a promotion that is live succeeds, even when the store cannot be read afterwards', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { store } = environment;
  let isLive = false;
  const get: ReleaseStore['get'] = (key) => (isLive ? Promise.reject(new Error('timed out')) : store.get(key));
  const compareAndSwap: ReleaseStore['compareAndSwap'] = async (...swap) => {
    isLive = await store.compareAndSwap(...swap);
    return isLive;
  };
  const result = await promoteFake({ ...environment, store: { ...store, get, compareAndSwap } }, [versionTwo]);
  expect(result.head.seq).toBe(2);
  expect((await readLive(environment)).head).toEqual(result.head);
});

test('a promotion can remove an app from the composition', async () => {
  const { environment } = await createShopWithTwoVersions();
  expect(getVersions((await promoteFake(environment, [], { removed: ['mf-a'] })).live)).toEqual({ shell: '1.0.0' });
});
test('a promotion without a signer fails', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { signer: _, ...readOnly } = environment;
  await expect(promoteFake(readOnly, [versionTwo])).rejects.toThrow('there is no signer');
});

test('a promotion fails while the store has an older HEAD than the signer has seen, and asks the signer twice', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { store } = environment;
  const key = getHeadKey(environment.name);
  const older = await store.get(key);
  await promoteFake(environment, [versionTwo]);
  await lock(environment, 'shell', testAuthor);
  const newer = await store.get(key);
  await store.compareAndSwap(key, older?.bytes ?? new Uint8Array(), newer?.tag ?? null);
  const signChange = jest.fn(environment.signer.signChange);
  const replayed = { ...environment, signer: { ...environment.signer, signChange } };
  await expect(promoteFake(replayed, [versionTwo])).rejects.toThrow(
    'HEAD of production is that of change 1, and this signer has seen change 2',
  );
  expect(signChange).toHaveBeenCalledTimes(2);
});
