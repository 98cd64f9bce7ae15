import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AuditLogEntry, readAuditLog } from '../history/audit-log';
import { createPreviousVersionReader } from '../history/previous-version';
import { publish } from '../release/publish';
import { getReleasePrefix, type ReleaseId } from '../release/release';
import { getReleases } from '../state/composition';
import type { Environment } from '../state/environment';
import { getHeadKey } from '../state/head';
import { readLiveState } from '../state/live-state';
import { resolveComposition } from '../state/resolve-composition';
import { createFileSystemStore } from '../store/file-system-store';
import type { ReleaseStore } from '../store/release-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { lock, unlock } from './lock';
import { type PromoteOptions, promote } from './promote';
import { type RollbackOptions, rollback } from './rollback';
import { complete, halt, rollout } from './rollout';
import { GatesFailedError } from './run-gates';

const root = mkdtempSync(path.join(tmpdir(), 'environment-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const freshStore = () => createFileSystemStore(path.join(root, String(++count)));
const fresh = () => createTestEnvironment(freshStore());

const publishFake = (store: ReleaseStore, app: string, version = '1.0.0') => {
  const paths: Record<string, string> = app === 'shell' ? {} : { home: `/${app}` };
  return publish(store, { appRoot: writeFakeBuild({ app, version, content: version, paths }), commit: '' });
};

const go = (environment: Environment, releases: ReleaseId[], options: Partial<PromoteOptions> = {}) =>
  promote(environment, releases, testAuthor, { ...passingGates, ...options });

const versions = (composition: Parameters<typeof getReleases>[0]) =>
  Object.fromEntries(getReleases(composition).map(({ app, version }) => [app, version]));

async function historyOf(environment: Environment): Promise<AuditLogEntry[]> {
  const state = await readLiveState(environment);
  const entries: AuditLogEntry[] = [];
  if (state)
    for await (const entry of readAuditLog(environment.store, state.head.log, environment.trusted)) entries.push(entry);
  return entries;
}

/** Shell and one remote live, and a second version of the remote published. */
async function withTwoVersions() {
  const environment = fresh();
  const [shell, one, two] = await Promise.all([
    publishFake(environment.store, 'shell'),
    publishFake(environment.store, 'mf-a'),
    publishFake(environment.store, 'mf-a', '2.0.0'),
  ]);
  await go(environment, [shell, one]);
  return { environment, shell, one, two };
}

const finding = { gate: 'route-ownership', app: 'mf-a', problem: 'it owns nothing', remedy: 'give it a path' };

describe('promote', () => {
  it('replaces its apps and keeps the others; the same one again changes nothing', async () => {
    const { environment, two } = await withTwoVersions();
    const second = await go(environment, [two]);
    expect(versions(second.live)).toEqual({ shell: '1.0.0', 'mf-a': '2.0.0' });
    expect(second.head.seq).toBe(2);
    expect(await go(environment, [two])).toEqual(second);
  });

  it('lets nothing live without a shell', async () => {
    const environment = fresh();
    await expect(go(environment, [await publishFake(environment.store, 'mf-a')])).rejects.toThrow(
      'promote shell first',
    );
  });

  it('is refused by what its gates find, and changes nothing', async () => {
    const { environment, two } = await withTwoVersions();
    const check = async () => [finding];
    await expect(go(environment, [two], { check })).rejects.toThrow(GatesFailedError);
    await expect(go(environment, [two], { check })).rejects.toThrow(
      'route-ownership · mf-a: it owns nothing → give it a path',
    );
    expect(versions((await readLiveState(environment))?.live ?? { shell: two, remotes: [] })).toMatchObject({
      'mf-a': '1.0.0',
    });
  });

  it('goes through by force, with the findings on record; where nothing was found nothing was forced', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two], { check: async () => [finding], isForced: true });
    await rollback(environment, testAuthor, passingGates);
    await go(environment, [two], { canaryShare: 10, isForced: true });
    await rollout(environment, 50, testAuthor, { check: async () => [finding], isForced: true });
    await complete(environment, testAuthor, { ...passingGates, isForced: true });
    const history = await historyOf(environment);
    expect(history.filter(({ isForced }) => isForced)).toMatchObject([
      { action: 'rollout', findings: [finding, finding] },
      { action: 'promote', findings: [finding], by: 'asha' },
    ]);
  });

  it('loses no update of 24 racing promoters, and looks each rebased composition over', async () => {
    const environment = fresh();
    await go(environment, [await publishFake(environment.store, 'shell')]);
    const apps = Array.from({ length: 24 }, (_, at) => `mf-${String(at).padStart(2, '0')}`);
    const releases = await Promise.all(apps.map((app) => publishFake(environment.store, app)));
    const looks: string[][] = [];
    const check: PromoteOptions['check'] = async ({ next }) => {
      looks.push(next.remotes.map(({ app }) => app));
      return [];
    };
    await Promise.all(releases.map((release) => go(environment, [release], { check })));
    const state = await readLiveState(environment);
    expect(state?.live.remotes.map(({ app }) => app)).toEqual(apps);
    expect(looks).toContainEqual(apps);
    const history = await historyOf(environment);
    expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
  });

  it('refuses what contradicts itself, or what is live, and changes nothing', async () => {
    const { environment, shell, one, two } = await withTwoVersions();
    const removing = (releases: ReleaseId[], app: string) => go(environment, releases, { removed: [app] });
    await expect(go(environment, [one, two])).rejects.toThrow(
      'mf-a is named twice, as 1.0.0 and as 2.0.0: name one version of it.',
    );
    await expect(removing([], 'nonsense')).rejects.toThrow(
      'nonsense is not live in production, so it cannot be removed: mf-a is live there.',
    );
    await expect(removing([two], 'mf-a')).rejects.toThrow('mf-a is to go live and to be removed: name it for one');
    for (const releases of [[], [shell]]) {
      await expect(removing(releases, 'shell')).rejects.toThrow(
        'The shell cannot be removed, since every page needs it',
      );
    }
    expect((await readLiveState(environment))?.head.seq).toBe(1);
    expect((await go(environment, [two, two])).head.seq).toBe(2);
  });

  it('that is live is no failure, though the store cannot be read any more: nobody does it twice', async () => {
    const { environment, two } = await withTwoVersions();
    const { store } = environment;
    let isLive = false;
    const get: ReleaseStore['get'] = (key) => (isLive ? Promise.reject(new Error('timed out')) : store.get(key));
    const compareAndSwap: ReleaseStore['compareAndSwap'] = async (...swap) => {
      isLive = await store.compareAndSwap(...swap);
      return isLive;
    };
    const told = await go({ ...environment, store: { ...store, get, compareAndSwap } }, [two]);
    expect(told.head.seq).toBe(2);
    expect(await readLiveState(environment)).toMatchObject(told);
  });

  it('takes an app out of the composition', async () => {
    const { environment } = await withTwoVersions();
    expect(versions((await go(environment, [], { removed: ['mf-a'] })).live)).toEqual({ shell: '1.0.0' });
  });
});

describe('canary', () => {
  it('shares a composition out, only upwards, and makes it live', async () => {
    const { environment, two } = await withTwoVersions();
    const started = await go(environment, [two], { canaryShare: 10 });
    expect(versions(started.live)).toMatchObject({ 'mf-a': '1.0.0' });
    expect(started.canary && versions(started.canary)).toMatchObject({ 'mf-a': '2.0.0' });
    expect((await rollout(environment, 50, testAuthor, passingGates)).head.canary).toMatchObject({
      share: 50,
      salt: started.head.canary?.salt,
    });
    await expect(rollout(environment, 20, testAuthor, passingGates)).rejects.toThrow(
      'The canary is at 50 % already: a share only rises.',
    );
    const done = await complete(environment, testAuthor, passingGates);
    expect(versions(done.live)).toMatchObject({ 'mf-a': '2.0.0' });
    expect(done.head.canary).toBeNull();
  });

  it('is begun once: the same one again changes nothing, and another audience is a step of its rollout', async () => {
    const { environment, two } = await withTwoVersions();
    const canaryAllowlist = { regions: ['KA', 'MH'] };
    const begun = await go(environment, [two], { canaryShare: 10, canaryAllowlist });
    const again = { canaryShare: 10, canaryAllowlist: { regions: ['MH', 'KA'] } };
    expect(await go(environment, [two], again)).toEqual(begun);
    const refusals: [Partial<PromoteOptions>, string][] = [
      [{ canaryShare: 30, canaryAllowlist }, 'This canary runs already, at 10 %: "rollout 30" gives it to more.'],
      [{ canaryShare: 5, canaryAllowlist }, 'at 10 %, and a share only rises: halt it to begin again lower.'],
      [{ canaryShare: 10 }, 'with another list of staff or regions: halt it and begin again to change that.'],
      [{}, 'at 10 %: "rollout complete" gives it to everybody.'],
    ];
    for (const [options, sentence] of refusals) await expect(go(environment, [two], options)).rejects.toThrow(sentence);
    expect((await readLiveState(environment))?.head).toEqual(begun.head);
  });

  it('is halted: everybody is back on what was live', async () => {
    const { environment, two } = await withTwoVersions();
    const before = await readLiveState(environment);
    await go(environment, [two], { canaryShare: 10 });
    const after = await halt(environment, testAuthor);
    expect(after.head.live).toEqual(before?.head.live);
    expect(after.head.canary).toBeNull();
    await expect(halt(environment, testAuthor)).rejects.toThrow('No canary is running.');
  });

  it('stands alone: no second promotion while it runs, and none into an empty environment', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two], { canaryShare: 10 });
    const three = await publishFake(environment.store, 'mf-a', '3.0.0');
    await expect(go(environment, [three])).rejects.toThrow('A canary is running: complete it or halt it');
    const empty = fresh();
    const shell = await publishFake(empty.store, 'shell');
    await expect(go(empty, [shell], { canaryShare: 10 })).rejects.toThrow('A canary needs something live beside it');
  });
});

describe('rollback', () => {
  it('goes back to what was live before, and the history goes on', async () => {
    const { environment, two } = await withTwoVersions();
    const first = await readLiveState(environment);
    await go(environment, [two]);
    const back = await rollback(environment, testAuthor, passingGates);
    expect(back.head.live).toEqual(first?.head.live);
    expect((await historyOf(environment)).map(({ action }) => action)).toEqual(['rollback', 'promote', 'promote']);
  });

  it('takes one app back and keeps what came since', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two]);
    await go(environment, [await publishFake(environment.store, 'mf-b')]);
    const back = await rollback(environment, testAuthor, { app: 'mf-a', ...passingGates });
    expect(versions(back.live)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
  });

  it('goes back to a change by its number, and says when there is none', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two]);
    await go(environment, [await publishFake(environment.store, 'mf-b')]);
    const back = await rollback(environment, testAuthor, { seq: 1, ...passingGates });
    expect(versions(back.live)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0' });
    await expect(rollback(environment, testAuthor, { seq: 99, ...passingGates })).rejects.toThrow(
      'no change 99 in the history',
    );
    await expect(rollback(environment, testAuthor, { app: 'mf-z', ...passingGates })).rejects.toThrow(
      'nothing to go back to',
    );
  });

  /** Shell and mf-a 1.0.0 to 3.0.0 went live, one after the other. */
  const withThreeVersions = async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two]);
    await go(environment, [await publishFake(environment.store, 'mf-a', '3.0.0')]);
    const back = async (to: Partial<RollbackOptions> = {}) =>
      versions((await rollback(environment, testAuthor, { ...to, ...passingGates })).live)['mf-a'];
    return { environment, back };
  };
  const nothingLeft = 'has no earlier version in the history that was not taken back';

  it.each([{}, { app: 'mf-a' }])('goes further back each time, never to what was taken back: %j', async (what) => {
    const { environment, back } = await withThreeVersions();
    expect(await back(what)).toBe('2.0.0');
    await lock(environment, 'shell', testAuthor);
    expect(await back(what)).toBe('1.0.0');
    await expect(back(what)).rejects.toThrow(nothingLeft);
    // Told to go there, it undoes those rollbacks: what was live before counts again.
    expect(await back({ ...what, seq: 3 })).toBe('3.0.0');
    expect(await back(what)).toBe('2.0.0');
  });

  it.each([{}, { app: 'mf-a' }])(
    'does not come forward after a jump, nor to a broken release that was live before: %j',
    async (what) => {
      const { back } = await withThreeVersions();
      expect(await back({ ...what, seq: 1 })).toBe('1.0.0');
      await expect(back(what)).rejects.toThrow(nothingLeft);

      const again = await withTwoVersions();
      await go(again.environment, [again.two]);
      await go(again.environment, [again.one]);
      await go(again.environment, [again.two]);
      const step = () => rollback(again.environment, testAuthor, { ...what, ...passingGates });
      expect(versions((await step()).live)['mf-a']).toBe('1.0.0');
      await expect(step()).rejects.toThrow(nothingLeft);
      // Promoted on purpose once more it is something to go back to again.
      await go(again.environment, [again.two]);
      await go(again.environment, [await publishFake(again.environment.store, 'mf-a', '3.0.0')]);
      expect(versions((await step()).live)['mf-a']).toBe('2.0.0');
    },
  );

  it.each([{}, { app: 'mf-a' }])('by two people at once goes back once: %j', async (what) => {
    const { environment } = await withThreeVersions();
    const ravi = { by: 'ravi', reason: 'cards broke' };
    let isFirst = true;
    const check = async () => {
      if (isFirst) {
        isFirst = false;
        await rollback(environment, ravi, { ...what, ...passingGates });
      }
      return [];
    };
    await expect(rollback(environment, testAuthor, { ...what, check })).rejects.toThrow(
      'was taken back already by ravi in change 4: look, then roll back again',
    );
    const state = await readLiveState(environment);
    expect(state && versions(state.live)['mf-a']).toBe('2.0.0');
  });

  it('does not take a promotion for what was broken that came in between; another app is no matter', async () => {
    const { environment } = await withThreeVersions();
    const other = await publishFake(environment.store, 'mf-b');
    const meanwhile = () => {
      let isFirst = true;
      return async () => {
        if (isFirst) {
          isFirst = false;
          await go(environment, [other]);
        }
        return [];
      };
    };
    await expect(rollback(environment, testAuthor, { check: meanwhile() })).rejects.toThrow(
      'production was changed meanwhile by asha in change 4',
    );
    await go(environment, [], { removed: ['mf-b'] });
    const { live } = await rollback(environment, testAuthor, { app: 'mf-a', check: meanwhile() });
    expect(versions(live)).toEqual({ shell: '1.0.0', 'mf-a': '2.0.0', 'mf-b': '1.0.0' });
  });

  it('to what is live already changes nothing, and does not end a canary in passing', async () => {
    const { environment } = await withTwoVersions();
    const state = await readLiveState(environment);
    expect((await rollback(environment, testAuthor, { seq: 1, ...passingGates })).head).toEqual(state?.head);
    const three = await publishFake(environment.store, 'mf-a', '3.0.0');
    await go(environment, [three], { canaryShare: 10 });
    for (const what of [{}, { app: 'mf-a' }]) {
      await expect(rollback(environment, testAuthor, { ...what, seq: 1, ...passingGates })).rejects.toThrow(
        'That is live already, and a canary runs beside it: halt it with "rollout halt"',
      );
    }
    expect((await readLiveState(environment))?.head).toMatchObject({ seq: 2, canary: { share: 10 } });
  });
});

describe('locks', () => {
  it('hold back a canary, but not the way back', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two], { canaryShare: 10 });
    await lock(environment, 'mf-a', { by: 'asha', reason: 'sale weekend' });
    await expect(rollout(environment, 50, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
    await expect(complete(environment, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
    expect((await halt(environment, testAuthor)).head.canary).toBeNull();
  });

  it('hold an app, or all of them, until they are taken off', async () => {
    const { environment, two } = await withTwoVersions();
    await lock(environment, 'mf-a', { by: 'asha', reason: 'sale weekend' });
    await expect(go(environment, [two])).rejects.toThrow(
      /mf-a is locked by asha since .*: sale weekend\. Unlock it first\./,
    );
    await go(environment, [await publishFake(environment.store, 'mf-b')]);
    await lock(environment, '*', testAuthor);
    await unlock(environment, 'mf-a', testAuthor);
    await expect(go(environment, [two])).rejects.toThrow('production is locked by asha');
    await expect(rollback(environment, testAuthor, passingGates)).rejects.toThrow('production is locked');
    await unlock(environment, '*', testAuthor);
    expect(versions((await go(environment, [two])).live)).toMatchObject({ 'mf-a': '2.0.0' });
    await expect(unlock(environment, 'mf-a', testAuthor)).rejects.toThrow('mf-a is not locked.');
    await lock(environment, 'mf-a', testAuthor);
    await expect(rollback(environment, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
    await unlock(environment, 'mf-a', testAuthor);
    await lock(environment, 'mf-b', testAuthor);
    expect(versions((await rollback(environment, testAuthor, passingGates)).live)).toMatchObject({ 'mf-a': '1.0.0' });
    await expect(lock(environment, 'mf-z', testAuthor)).rejects.toThrow('mf-z is no app of production.');
  });
});

describe('trust', () => {
  it('reads nothing that a stranger signed, that was changed, or that belongs elsewhere', async () => {
    const { environment, two } = await withTwoVersions();
    const stranger = createTestEnvironment(environment.store);
    await expect(readLiveState(stranger)).rejects.toThrow('which is not trusted here');

    const { store } = environment;
    const stored = await store.get(getHeadKey('production'));
    const text = Buffer.from(stored?.bytes ?? []).toString();
    await store.compareAndSwap(
      getHeadKey('production'),
      Buffer.from(text.replace('\\"seq\\":1', '\\"seq\\":7')),
      stored?.tag ?? '',
    );
    await expect(readLiveState(environment)).rejects.toThrow('does not carry a valid signature');

    await store.putIfAbsent(getHeadKey('staging'), Buffer.from(text));
    await expect(readLiveState({ ...environment, name: 'staging' })).rejects.toThrow("it was put in another's place");
    await expect(go(environment, [two])).rejects.toThrow('does not carry a valid signature');
  });

  it('finds a history that was tampered with', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two]);
    const [newest] = await historyOf(environment);
    const key = newest?.previous?.key ?? '';
    await environment.store.remove(key);
    await expect(historyOf(environment)).rejects.toThrow(`${key} is missing from the release store`);
    await environment.store.putIfAbsent(key, Buffer.from('{}'));
    await expect(historyOf(environment)).rejects.toThrow('has other bytes than its reference says');
  });

  it('cannot be changed without a signing key', async () => {
    const { environment, two } = await withTwoVersions();
    const { signingKey: _, ...readOnly } = environment;
    await expect(go(readOnly, [two])).rejects.toThrow('there is no signing key');
  });
});

describe('a resolved composition', () => {
  it('carries entries, hashes, paths and preloads', async () => {
    const environment = fresh();
    const { store } = environment;
    const [shell, remote] = await Promise.all([publishFake(store, 'shell'), publishFake(store, 'mf-a')]);
    const { composition } = await resolveComposition(store, (await go(environment, [shell, remote])).live);
    expect(composition.shell.base).toBe(`/r/shell/1.0.0-${shell.digest}/`);
    expect(composition.remotes[0]).toMatchObject({
      global: 'mf_a_1_0_0',
      entry: { path: 'remote-entry.js', integrity: remote.files['remote-entry.js']?.integrity },
      paths: [{ id: 'home', pattern: '/mf-a', preloads: [{ url: `/r/mf-a/1.0.0-${remote.digest}/home.js` }] }],
    });
  });

  it('cannot be had when a release is missing, or is described by others than signed it', async () => {
    const { environment, one } = await withTwoVersions();
    const { store } = environment;
    const { live } = (await readLiveState(environment)) ?? {};
    if (!live) throw new Error('nothing is live');
    const key = `${getReleasePrefix(one)}release.json`;
    const stored = await store.get(key);
    await store.remove(key);
    await expect(resolveComposition(store, live)).rejects.toThrow(
      `mf-a@1.0.0 (${one.digest}) is not in the release store`,
    );
    const text = Buffer.from(stored?.bytes ?? []).toString();
    await store.putIfAbsent(key, Buffer.from(text.replace('"/mf-a"', '"/payment"')));
    await expect(resolveComposition(store, live)).rejects.toThrow('has other bytes than its composition says');
  });
});

describe('the version before', () => {
  const previousIn = async (environment: Environment, release: ReleaseId) => {
    const state = await readLiveState(environment);
    if (!state) throw new Error('nothing is live');
    return (await createPreviousVersionReader(environment)(state.head))(release)?.version;
  };

  it('is the last other one that was live', async () => {
    const { environment, one, two } = await withTwoVersions();
    expect(await previousIn(environment, one)).toBeUndefined();
    await go(environment, [two]);
    await go(environment, [await publishFake(environment.store, 'mf-b')]);
    expect(await previousIn(environment, two)).toBe('1.0.0');
  });

  it('is never one that was taken back', async () => {
    const { environment, one, two } = await withTwoVersions();
    await go(environment, [two]);
    await rollback(environment, testAuthor, passingGates);
    expect(await previousIn(environment, one)).toBeUndefined();
    const three = await publishFake(environment.store, 'mf-a', '3.0.0');
    await go(environment, [three]);
    expect(await previousIn(environment, three)).toBe('1.0.0');
  });

  it('of a canary is the live one', async () => {
    const { environment, two } = await withTwoVersions();
    await go(environment, [two], { canaryShare: 10 });
    expect(await previousIn(environment, two)).toBe('1.0.0');
  });

  it('is found again when the history has grown, without reading the rest of it', async () => {
    const { environment, two } = await withTwoVersions();
    const find = createPreviousVersionReader(environment);
    const first = await readLiveState(environment);
    if (first) await find(first.head);
    await go(environment, [two]);
    await environment.store.remove(first?.head.log.key ?? '');
    const second = await readLiveState(environment);
    expect(second && (await find(second.head))(two)?.version).toBe('1.0.0');
    await expect(previousIn(environment, two)).rejects.toThrow('is missing from the release store');
  });

  it('goes into the composition, unless its release is gone', async () => {
    const { environment, one, two } = await withTwoVersions();
    const { live } = await go(environment, [two]);
    const { composition } = await resolveComposition(environment.store, live, ({ app }) =>
      app === 'mf-a' ? one : undefined,
    );
    expect(composition.remotes[0]?.previous).toMatchObject({ version: '1.0.0', global: 'mf_a_1_0_0' });
    const gone = { ...one, version: '0.0.1' };
    const without = await resolveComposition(environment.store, live, () => gone);
    expect(without.composition.remotes[0]?.previous).toBeUndefined();
  });
});
