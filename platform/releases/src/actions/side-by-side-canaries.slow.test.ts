import type { CheckComposition } from '../gates/run-gates';
import type { Finding, HaltedCanary } from '../state/audit-log';
import type { Environment, LiveState } from '../state/environment';
import { createFileSystemStore } from '../store/file-system-store';
import { createTestCheck, createTestEnvironment, passingGates } from '../testing/test-environment';
import { createTestFolder } from '../testing/test-resources';
import { createEmptyShop, createShopWithTeams, getVersions, readHistory, readLive } from '../testing/test-shop';
import type { PromoteOptions } from './promote';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

const folder = createTestFolder();

const apps = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'];
const by = (name: string) => ({ by: name, reason: `${name} ships` });

/** A shop with five remotes. */
async function createShop(empty: Environment = createEmptyShop()) {
  const { environment, startCanary: start, promoteApp } = await createShopWithTeams(empty, apps);
  const promoteThird = (app: string, options: Partial<PromoteOptions> = {}) => promoteApp(app, '3.0.0', options);
  return { environment, start, promoteThird };
}

const listOwners = ({ canaries }: LiveState) => canaries.map(({ owner }) => owner);
const listSlots = ({ canaries }: LiveState) => canaries.flatMap(({ slots }) => slots);
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
  it('run side by side, each with its own owner, share and slots', async () => {
    const { environment, start } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c']) await start(app);
    const state = await start('mf-d', { canary: { share: 40 } });
    expect(listOwners(state)).toEqual(['team-mf-a', 'team-mf-b', 'team-mf-c', 'team-mf-d']);
    expect(state.canaries.map(({ share }) => share)).toEqual([10, 10, 10, 40]);
    expect(new Set(listSlots(state)).size).toBe(70);
    for (const [index, { composition }] of state.canaries.entries()) {
      const changed = Object.entries(getVersions(composition)).filter(([, version]) => version === '2.0.0');
      expect(changed).toEqual([[apps[index], '2.0.0']]);
    }
    expect((await readLive(environment)).head).toEqual(state.head);
  });

  it('are limited to four, and the message names the running ones with their owners', async () => {
    const { start } = await createShop();
    for (const app of ['mf-a', 'mf-b', 'mf-c', 'mf-d']) await start(app);
    await expect(start('mf-e')).rejects.toThrow(
      '4 canaries are running in production, which is the limit: the canary of mf-a (team-mf-a, 10 %); the canary of mf-b',
    );
  });

  it('are checked alone: the composition of a running canary is not checked again', async () => {
    const { start } = await createShop();
    await start('mf-a');
    await start('mf-b');
    const checked: string[] = [];
    const check = createTestCheck(async ({ next, isServed }) => {
      const changed = next.remotes.filter(({ version }) => version === '2.0.0').map(({ app }) => app);
      checked.push(isServed ? 'live' : changed.join(' '));
      return [];
    });
    await start('mf-c', { check });
    expect(checked.sort()).toEqual(['live', 'mf-c']);
    await start('mf-d', { check: refuse('mf-a@2.0.0') });
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
    for (const { composition } of completed.canaries)
      expect(getVersions(composition)).toMatchObject({ 'mf-b': '2.0.0' });
    const halted = await halt(environment, by('ravi'), { app: 'mf-a' });
    expect(listOwners(halted)).toEqual(['team-mf-c']);
    expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt', canary: { apps: ['mf-a'] } });
  });
});

describe('a promotion to every visitor during foreign canaries', () => {
  it('rebuilds them on the new live composition, with their ids, shares and slots', async () => {
    const { start, promoteThird } = await createShop();
    await start('mf-a');
    const before = await start('mf-b');
    const after = await promoteThird('mf-c');
    expect(getVersions(after.live)).toMatchObject({ 'mf-a': '1.0.0', 'mf-c': '3.0.0' });
    for (const { composition } of after.canaries) {
      expect(getVersions(composition)).toMatchObject({ 'mf-c': '3.0.0' });
    }
    const identify = ({ canaries }: LiveState) => canaries.map(({ id, share, slots }) => ({ id, share, slots }));
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

  it.each<[string, Partial<Finding>]>([
    ['findings of their own', { problem: 'another' }],
    ['a finding of it at a larger value', { measured: 5000 }],
  ])('keeps them when it is forced, unless they have %s', async (_what, own) => {
    const { start, promoteThird } = await createShop();
    await start('mf-a');
    await start('mf-b');
    const check = createTestCheck(async (candidate) => [
      ...(await refuse('mf-c@3.0.0')(candidate)).map((finding) => ({ ...finding, measured: 700 })),
      ...(await refuse('mf-c@3.0.0', 'mf-b@2.0.0')(candidate)).map((finding) => ({ ...finding, ...own })),
    ]);
    const after = await promoteThird('mf-c', { check, isForced: true });
    expect(getVersions(after.live)).toMatchObject({ 'mf-c': '3.0.0' });
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
    for (const { composition } of after.canaries) {
      expect(getVersions(composition)).toMatchObject({ 'mf-a': '1.0.0' });
    }
    // The restored composition has all gates; each canary has the quick ones.
    expect(candidates).toEqual([false, true, true]);
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
    expect((await readLive(environment)).head.seq).toBe(4);
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
  const state = await readLive(environment);
  expect(getVersions(state.live)).toMatchObject({ shell: '1.0.0', 'mf-c': '3.0.0', 'mf-e': '3.0.0' });
  expect(listOwners(state).sort()).toEqual(['team-mf-a', 'team-mf-d', 'team-shell']);
  expect(state.canaries.find(({ owner }) => owner === 'team-mf-a')?.share).toBe(60);
  // Every composition contains both promotions, and the change of its canary alone.
  for (const { composition, releases } of state.canaries) {
    const own = Object.fromEntries(releases.map(({ app, version }) => [app, version]));
    expect(getVersions(composition)).toEqual({ ...getVersions(state.live), ...own });
  }
  expect(new Set(listSlots(state)).size).toBe(80);
  const history = await readHistory(environment);
  expect(history.map(({ seq }) => seq)).toEqual(
    Array.from({ length: state.head.seq }, (_, index) => state.head.seq - index),
  );
});
