import { type CheckComposition, GatesFailedError } from '../gates/run-gates';
import type { ReleaseId } from '../release/release';
import type { HaltedCanary } from '../state/audit-log';
import { isSameComposition } from '../state/composition';
import type { Environment, LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { createFileSystemStore } from '../store/file-system-store';
import { createTestCheck, createTestEnvironment, passingGates } from '../testing/test-environment';
import { createTestFolder } from '../testing/test-resources';
import { createEmptyShop, getVersions, promoteFake, publishFake, readHistory } from '../testing/test-shop';
import { type PromoteOptions, promote } from './promote';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

const folder = createTestFolder();

const apps = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'];
const by = (name: string) => ({ by: name, reason: `${name} ships` });

/** A shop in which the shell and five remotes are live at 1.0.0, and 2.0.0 and 3.0.0 of each are published. */
async function createShop(environment = createEmptyShop()) {
  const publishAll = (version: string) =>
    Promise.all(['shell', ...apps].map((app) => publishFake(environment.store, app, version)));
  const [first, second, third] = [await publishAll('1.0.0'), await publishAll('2.0.0'), await publishAll('3.0.0')];
  await promoteFake(environment, first);
  const find = (releases: ReleaseId[], app: string) => releases.filter((release) => release.app === app);
  const start = (app: string, options: Partial<PromoteOptions> = {}, person = `team-${app}`) =>
    promote(environment, find(second, app), by(person), { ...passingGates, canaryShare: 10, ...options });
  const promoteThird = (app: string, options: Partial<PromoteOptions> = {}) =>
    promote(environment, find(third, app), by(`team-${app}`), { ...passingGates, ...options });
  return { environment, start, promoteThird };
}

const listOwners = ({ canaries }: LiveState) => canaries.map(({ owner }) => owner);
/** The apps of each pair that are not at their live version, with their versions. */
const listPairs = ({ live, pairs }: LiveState) =>
  pairs.map(({ composition }) => {
    const before = getVersions(live);
    const changed = Object.entries(getVersions(composition)).filter(([app, version]) => before[app] !== version);
    return changed.map(([app, version]) => `${app}@${version}`).join(' ');
  });
const readHalted = async (environment: Environment): Promise<HaltedCanary[]> =>
  (await readHistory(environment))[0]?.halted ?? [];

/** Gates that find a problem in every composition that contains all of the releases, such as `mf-a@2.0.0`. */
const refuse = (...releases: string[]): CheckComposition =>
  createTestCheck(async ({ next }) => {
    const found = [next.shell, ...next.remotes].map(({ app, version }) => `${app}@${version}`);
    if (!releases.every((release) => found.includes(release))) return [];
    return [{ gate: 'registered-names', app: 'mf-a', problem: 'a clash', remedy: 'rename it' }];
  });

describe('canaries of different apps', () => {
  it('run side by side, each with its own owner, salt and share, and with a signed composition of each pair', async () => {
    const { environment, start } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c']) await start(app);
    const state = await start('mf-d', { canaryShare: 40 });
    expect(listOwners(state)).toEqual(['team-mf-a', 'team-mf-b', 'team-mf-c', 'team-mf-d']);
    expect(state.canaries.map(({ share }) => share)).toEqual([10, 10, 10, 40]);
    expect(new Set(state.canaries.map(({ salt }) => salt)).size).toBe(4);
    expect(listPairs(state).sort()).toEqual([
      'mf-a@2.0.0 mf-b@2.0.0',
      'mf-a@2.0.0 mf-c@2.0.0',
      'mf-a@2.0.0 mf-d@2.0.0',
      'mf-b@2.0.0 mf-c@2.0.0',
      'mf-b@2.0.0 mf-d@2.0.0',
      'mf-c@2.0.0 mf-d@2.0.0',
    ]);
    expect(await readLiveState(environment)).toMatchObject(state);
  });

  it('are limited to four, and the message names the running ones with their owners', async () => {
    const { start } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c', 'mf-d']) await start(app);
    await expect(start('mf-e')).rejects.toThrow(
      '4 canaries are running in production, which is the limit: the canary of mf-a (team-mf-a, 10 %); the canary of mf-b',
    );
  });

  it('never change the same app, and the message names the app, the other canary and its owner', async () => {
    const { environment, start } = await createShop();
    await start('mf-a');
    const three = await publishFake(environment.store, 'mf-a', '4.0.0');
    await expect(promoteFake(environment, [three], { canaryShare: 5 })).rejects.toThrow(
      'mf-a is part of the canary of mf-a (team-mf-a, 10 %) already, and an app is in one canary at a time: complete or halt that canary, or ask team-mf-a to do so, then start mf-a.',
    );
  });

  it('are checked alone, in pairs and all together, each composition once', async () => {
    const { start } = await createShop();
    await start('mf-a');
    await start('mf-b');
    const checked: string[] = [];
    const check = createTestCheck(async ({ next, isServed }) => {
      const changed = next.remotes.filter(({ version }) => version === '2.0.0').map(({ app }) => app.slice(3));
      checked.push(isServed ? 'live' : changed.join(''));
      return [];
    });
    await start('mf-c', { check });
    expect(checked.sort()).toEqual(['abc', 'ac', 'bc', 'c', 'live']);
  });

  it('cannot start when a pair does not pass the gates, and the finding names the other canary', async () => {
    const { environment, start } = await createShop();
    await start('mf-a');
    const refused = start('mf-b', { check: refuse('mf-a@2.0.0', 'mf-b@2.0.0') });
    await expect(refused).rejects.toThrow(GatesFailedError);
    await expect(refused).rejects.toThrow('together with the canary of mf-a (team-mf-a, 10 %): a clash');
    expect((await readLiveState(environment))?.head.seq).toBe(2);
  });

  it('can start although another canary has become invalid, which ends with a message to its owner', async () => {
    const { environment, start } = await createShop();
    await start('mf-a');
    const state = await start('mf-b', { check: refuse('mf-a@2.0.0') });
    expect(listOwners(state)).toEqual(['team-mf-b']);
    expect(await readHalted(environment)).toEqual([
      { id: expect.any(String), apps: ['mf-a'], owner: 'team-mf-a', reason: expect.stringContaining('a clash') },
    ]);
  });

  it('are raised, completed and halted one by one', async () => {
    const { environment, start } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c']) await start(app);
    const unnamed = '3 canaries are running, so name one by its app. Running: the canary of mf-a (team-mf-a, 10 %);';
    await expect(rollout(environment, 50, by('ravi'), passingGates)).rejects.toThrow(unnamed);
    await expect(halt(environment, by('ravi'))).rejects.toThrow(unnamed);
    await expect(halt(environment, by('ravi'), { app: 'mf-e' })).rejects.toThrow('No canary of mf-e is running.');
    const raised = await rollout(environment, 50, by('ravi'), { ...passingGates, canary: { app: 'mf-b' } });
    expect(raised.canaries.map(({ share }) => share)).toEqual([10, 50, 10]);
    const completed = await complete(environment, by('ravi'), { ...passingGates, canary: { app: 'mf-b' } });
    expect(getVersions(completed.live)).toMatchObject({ 'mf-a': '1.0.0', 'mf-b': '2.0.0', 'mf-c': '1.0.0' });
    expect(listOwners(completed)).toEqual(['team-mf-a', 'team-mf-c']);
    expect(listPairs(completed)).toEqual(['mf-a@2.0.0 mf-c@2.0.0']);
    for (const { composition } of completed.canaries)
      expect(getVersions(composition)).toMatchObject({ 'mf-b': '2.0.0' });
    const halted = await halt(environment, by('ravi'), { app: 'mf-a' });
    expect([listOwners(halted), halted.pairs]).toEqual([['team-mf-c'], []]);
    expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt', canary: { apps: ['mf-a'] } });
  });

  it('keep the compositions that visitors have when another canary is completed', async () => {
    const { environment, start } = await createShop();
    await start('mf-a');
    const before = await start('mf-b');
    const after = await complete(environment, by('ravi'), { ...passingGates, canary: { app: 'mf-a' } });
    // The visitors of both canaries have the pair; it becomes the composition of the second canary.
    expect(after.head.canaries[0]?.composition).toEqual(before.head.pairs[0]?.composition);
    expect(after.head.canaries[0]).toMatchObject({ id: before.canaries[1]?.id, salt: before.canaries[1]?.salt });
  });
});

describe('a promotion to every visitor during foreign canaries', () => {
  it('rebuilds them on the new live composition, with their ids, salts and shares', async () => {
    const { start, promoteThird } = await createShop();
    await start('mf-a');
    const before = await start('mf-b');
    const after = await promoteThird('mf-c');
    expect(getVersions(after.live)).toMatchObject({ 'mf-a': '1.0.0', 'mf-c': '3.0.0' });
    expect(listPairs(after)).toEqual(['mf-a@2.0.0 mf-b@2.0.0']);
    for (const { composition } of [...after.canaries, ...after.pairs]) {
      expect(getVersions(composition)).toMatchObject({ 'mf-c': '3.0.0' });
    }
    const identify = ({ canaries }: LiveState) => canaries.map(({ id, salt, steps }) => ({ id, salt, steps }));
    expect(identify(after)).toEqual(identify(before));
  });

  it('ends only those that do not pass the gates, or whose check throws, with a message to their owners', async () => {
    const { environment, start, promoteThird } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c']) await start(app);
    const check = createTestCheck(async (candidate) => {
      const versions = getVersions(candidate.next);
      if (versions['mf-c'] === '2.0.0') throw new Error('no browser');
      return refuse('mf-a@2.0.0')(candidate);
    });
    const after = await promoteThird('mf-d', { check });
    expect(getVersions(after.live)).toMatchObject({ 'mf-d': '3.0.0' });
    expect(listOwners(after)).toEqual(['team-mf-b']);
    expect(await readHalted(environment)).toEqual([
      {
        id: expect.any(String),
        apps: ['mf-a'],
        owner: 'team-mf-a',
        reason: 'it does not pass the gates on the new live composition: registered-names · mf-a: a clash → rename it',
      },
      expect.objectContaining({ apps: ['mf-c'], reason: expect.stringContaining('the check failed: no browser') }),
    ]);
  });

  it('keeps them when it is forced, unless they have findings of their own', async () => {
    const { start, promoteThird } = await createShop();
    await start('mf-a');
    await start('mf-b');
    const check = createTestCheck(async (candidate) => [
      ...(await refuse('mf-c@3.0.0')(candidate)),
      ...(await refuse('mf-c@3.0.0', 'mf-b@2.0.0')(candidate)).map((finding) => ({ ...finding, problem: 'another' })),
    ]);
    const after = await promoteThird('mf-c', { check, isForced: true });
    expect(getVersions(after.live)).toMatchObject({ 'mf-c': '3.0.0' });
    expect(listOwners(after)).toEqual(['team-mf-a']);
  });

  it('ends the younger of two canaries that fit alone and not together', async () => {
    const { start, promoteThird } = await createShop();
    await start('mf-a');
    await start('mf-b');
    const after = await promoteThird('mf-c', { check: refuse('mf-a@2.0.0', 'mf-b@2.0.0') });
    expect(listOwners(after)).toEqual(['team-mf-a']);
  });

  it('ends a canary of the same app, since its visitors would not get the hotfix', async () => {
    const { environment, start, promoteThird } = await createShop();
    await start('mf-a', {}, 'asha');
    await start('mf-b');
    const after = await promoteThird('mf-a');
    expect(listOwners(after)).toEqual(['team-mf-b']);
    expect(await readHalted(environment)).toEqual([
      expect.objectContaining({ owner: 'asha', reason: 'mf-a was promoted to every visitor by team-mf-a' }),
    ]);
  });

  it('needs no rights to them', async () => {
    const { environment, start, promoteThird } = await createShop();
    await start('mf-b');
    const requested: unknown[] = [];
    const authorize: Environment['authorize'] = ({ action, apps: names }) =>
      void requested.push([action, ...(names ?? [])]);
    Object.assign(environment, { authorize });
    await promoteThird('mf-a');
    await rollback(environment, by('team-mf-a'), { app: 'mf-a', ...passingGates });
    expect(requested).toEqual([
      ['promote', 'mf-a'],
      ['rollback', 'mf-a'],
    ]);
  });
});

describe('a rollback during foreign canaries', () => {
  it('restores the app and rebuilds the canaries with the quick gates, without a smoke test', async () => {
    const { environment, start, promoteThird } = await createShop();
    await promoteThird('mf-a');
    await start('mf-b');
    await start('mf-c');
    const candidates: boolean[] = [];
    const check = createTestCheck(async ({ isQuick = false }) => {
      candidates.push(isQuick);
      return [];
    });
    const after = await rollback(environment, by('team-mf-a'), { app: 'mf-a', check });
    expect(getVersions(after.live)).toMatchObject({ 'mf-a': '1.0.0' });
    expect(listOwners(after)).toEqual(['team-mf-b', 'team-mf-c']);
    for (const { composition } of [...after.canaries, ...after.pairs]) {
      expect(getVersions(composition)).toMatchObject({ 'mf-a': '1.0.0' });
    }
    // The restored composition has all gates; the canaries alone and together have the quick ones.
    expect(candidates).toEqual([false, true, true, true]);
  });

  it('does not wait for a canary whose check hangs, and ends that one alone', async () => {
    const { environment, start, promoteThird } = await createShop();
    await promoteThird('mf-a');
    await start('mf-b');
    await start('mf-c');
    const check = createTestCheck(({ next }) =>
      getVersions(next)['mf-b'] === '2.0.0' ? new Promise(() => undefined) : Promise.resolve([]),
    );
    jest.useFakeTimers({ now: Date.now() });
    const rollingBack = rollback(environment, by('team-mf-a'), { check });
    // Half of the two seconds of a rollback are for the first of two canaries.
    await jest.advanceTimersByTimeAsync(999);
    expect((await readLiveState(environment))?.head.seq).toBe(4);
    await jest.advanceTimersByTimeAsync(1);
    jest.useRealTimers();
    const after = await rollingBack;
    expect(getVersions(after.live)).toMatchObject({ 'mf-a': '1.0.0' });
    expect(listOwners(after)).toEqual(['team-mf-c']);
    expect(await readHalted(environment)).toEqual([
      expect.objectContaining({ owner: 'team-mf-b', reason: expect.stringContaining('did not end in time') }),
    ]);
  });

  it('ends the canary of an app that is rolled back', async () => {
    const { environment, start, promoteThird } = await createShop();
    await promoteThird('mf-a');
    await start('mf-a');
    await start('mf-b');
    const after = await rollback(environment, by('ravi'), { app: 'mf-a', ...passingGates });
    expect(listOwners(after)).toEqual(['team-mf-b']);
    expect((await readHalted(environment))[0]?.reason).toBe('mf-a was rolled back by ravi');
  });
});

test('racing promoters, canaries, rollouts and halts lose nothing', async () => {
  const { environment, start, promoteThird } = await createShop(createTestEnvironment(createFileSystemStore(folder)));
  await start('mf-a');
  await start('mf-b');
  await Promise.all([
    promoteThird('mf-c'),
    start('mf-d'),
    rollout(environment, 60, by('team-mf-a'), { ...passingGates, canary: { app: 'mf-a' } }),
    halt(environment, by('team-mf-b'), { app: 'mf-b' }),
    promoteThird('mf-e'),
    rollout(environment, 30, by('team-mf-a'), { ...passingGates, canary: { app: 'mf-a' } }).catch(() => undefined),
    start('shell'),
  ]);
  const state = await readLiveState(environment);
  if (!state) throw new Error('nothing is live');
  expect(getVersions(state.live)).toMatchObject({ shell: '1.0.0', 'mf-c': '3.0.0', 'mf-e': '3.0.0' });
  expect(listOwners(state).sort()).toEqual(['team-mf-a', 'team-mf-d', 'team-shell']);
  expect(state.canaries.find(({ owner }) => owner === 'team-mf-a')?.share).toBe(60);
  // Every composition contains both promotions, and each pair is what its two canaries make of live.
  for (const { canaries, composition } of state.pairs) {
    const versions = getVersions(composition);
    expect(versions).toMatchObject({ 'mf-c': '3.0.0', 'mf-e': '3.0.0' });
    const changed = state.canaries.filter(({ id }) => canaries.includes(id)).flatMap(({ releases }) => releases);
    expect(changed.map(({ app }) => versions[app])).toEqual(['2.0.0', '2.0.0']);
  }
  expect(state.pairs).toHaveLength(3);
  expect(state.pairs.some(({ composition }) => isSameComposition(composition, state.live))).toBe(false);
  const history = await readHistory(environment);
  expect(history.map(({ seq }) => seq)).toEqual(
    Array.from({ length: state.head.seq }, (_, index) => state.head.seq - index),
  );
});
