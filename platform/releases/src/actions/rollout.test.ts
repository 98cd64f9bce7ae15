import { listAuditLog } from '../state/audit-log';
import type { PermissionRequest } from '../state/environment';
import { readLiveState } from '../state/live-state';
import type { ReleaseStore } from '../store/release-store';
import { passingGates, testAuthor } from '../testing/test-environment';
import {
  createEmptyShop,
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
} from '../testing/test-shop';
import { lock } from './lock';
import type { PromoteOptions } from './promote';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

test('a rollout raises the share of a canary, never lowers it, and completes it', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const started = await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  expect(getVersions(started.live)).toMatchObject({ 'mf-a': '1.0.0' });
  expect(started.canaries.map(({ composition }) => getVersions(composition))).toMatchObject([{ 'mf-a': '2.0.0' }]);
  expect((await rollout(environment, 50, testAuthor, passingGates)).head.canaries).toMatchObject([
    {
      share: 50,
      start: 2,
      slots: expect.arrayContaining(started.head.canaries[0]?.slots ?? []),
    },
  ]);
  await expect(rollout(environment, 20, testAuthor, passingGates)).rejects.toThrow(
    'The canary is at 50 % already: a share only rises.',
  );
  const completed = await complete(environment, testAuthor, passingGates);
  expect(getVersions(completed.live)).toMatchObject({ 'mf-a': '2.0.0' });
  expect(completed.head.canaries).toEqual([]);
});

test('promoting the composition of the running canary again changes nothing, and fails with another audience or other stages', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const regions = ['KA', 'MH'];
  const started = await promoteFake(environment, [versionTwo], { canary: { share: 10, regions } });
  const again = { canary: { share: 10, regions: regions.toReversed() } };
  expect(await promoteFake(environment, [versionTwo], again)).toEqual({ ...started, isChanged: false });
  const errors: [Partial<PromoteOptions>, string][] = [
    [{ canary: { share: 30, regions } }, 'This canary runs already, at 10 %: "rollout 30 mf-a" gives it to more.'],
    [{ canary: { share: 5, regions } }, 'at 10 %, and a share only rises: halt it to begin again lower.'],
    [
      { canary: { share: 10 } },
      'with another list of staff, regions or groups: halt it and begin again to change that.',
    ],
    [{}, 'at 10 %: "rollout complete mf-a" gives it to everybody.'],
    [
      { canary: { share: 10, regions, stages: [{ share: 100, afterMinutes: 60 }] } },
      'at 10 %, with other stages: halt it and begin again to change them.',
    ],
  ];
  for (const [options, message] of errors)
    await expect(promoteFake(environment, [versionTwo], options)).rejects.toThrow(message);
  expect((await readLiveState(environment))?.head).toEqual(started.head);
});

test('a canary cannot start in an empty environment', async () => {
  const empty = createEmptyShop();
  const shell = await publishFake(empty.store, 'shell');
  await expect(promoteFake(empty, [shell], { canary: { share: 10 } })).rejects.toThrow(
    'A canary needs a live composition to compare with',
  );
});

type Shop = Awaited<ReturnType<typeof createShopWithTwoVersions>>;

describe('the halt of a named canary that has ended', () => {
  /** Ends a canary of mf-a 2.0.0 in change 3. A lock follows. @returns The id of the canary. */
  async function createEnded(end: (shop: Shop) => Promise<unknown>) {
    const shop = await createShopWithTwoVersions();
    const { environment, versionTwo } = shop;
    const { canaries } = await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
    await end(shop);
    const { head } = await lock(environment, 'shell', testAuthor);
    return { environment, seq: head.seq, id: canaries[0]?.id ?? '' };
  }
  const ends: [name: string, end: (shop: Shop) => Promise<unknown>, error: string | null][] = [
    ['by a halt', ({ environment }) => halt(environment, testAuthor), null],
    [
      'by a promotion of its app',
      async ({ environment }) => promoteFake(environment, [await publishFake(environment.store, 'mf-a', '3.0.0')]),
      null,
    ],
    [
      'by its completion',
      ({ environment }) => complete(environment, testAuthor, passingGates),
      'asha completed the canary of mf-a for every visitor in change 3: roll back instead.',
    ],
    [
      'by its completion, which was rolled back',
      async ({ environment }) => {
        await complete(environment, testAuthor, passingGates);
        await rollback(environment, testAuthor, passingGates);
      },
      null,
    ],
    [
      'by its completion, after which another version was promoted',
      async ({ environment }) => {
        await complete(environment, testAuthor, passingGates);
        await promoteFake(environment, [await publishFake(environment.store, 'mf-a', '3.0.0')]);
      },
      null,
    ],
  ];

  it.each(ends)('%s', async (_name, end, error) => {
    const { environment, seq, id } = await createEnded(end);
    const halted = halt(environment, testAuthor, { id });
    if (error === null) expect((await halted).head.seq).toBe(seq);
    else await expect(halted).rejects.toThrow(error);
    expect((await readLiveState(environment))?.head.seq).toBe(seq);
  });

  it.each(ends)('%s needs the permission for its apps', async (_name, end) => {
    const { environment, id } = await createEnded(end);
    const authorize = jest.fn(({ apps }: PermissionRequest) => {
      if (apps !== null) throw new Error('asha may not roll back mf-a');
    });
    await expect(halt({ ...environment, authorize }, testAuthor, { id })).rejects.toThrow('asha may not');
    expect(authorize).toHaveBeenCalledWith(expect.objectContaining({ action: 'rollback', apps: ['mf-a'] }));
  });

  it('reads no log for a person who may halt no canary', async () => {
    const { environment, id } = await createEnded(({ environment: shop }) => halt(shop, testAuthor));
    const { store } = environment;
    const read: string[] = [];
    const counting: ReleaseStore = {
      ...store,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
    };
    const authorize = () => {
      throw new Error('asha may not roll back production as a whole');
    };
    for (const named of [id, 'c1']) {
      await expect(halt({ ...environment, store: counting, authorize }, testAuthor, { id: named })).rejects.toThrow(
        'asha may not',
      );
    }
    expect(read.filter((key) => key.includes('/log/'))).toEqual([]);
  });
});

describe('the halt of a canary that the log does not name', () => {
  const error =
    'That canary is not running, and the newest 100 changes do not say how it ended. If it was completed, every visitor has its versions: look at the history, and roll back.';

  it('fails', async () => {
    const { environment } = await createShopWithTwoVersions();
    await expect(halt(environment, testAuthor, { id: 'c1' })).rejects.toThrow(error);
  });

  it('fails in the same way when an old entry of the log is damaged', async () => {
    const { environment } = await createShopWithTwoVersions();
    await lock(environment, 'shell', testAuthor);
    const [first] = await listAuditLog(environment.store, environment.name);
    await environment.store.remove(first?.key ?? '');
    await expect(halt(environment, testAuthor, { id: 'c1' })).rejects.toThrow(error);
  });
});
