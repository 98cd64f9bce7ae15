import { promote } from '@shop/releases/actions/promote';
import { listReleases } from '@shop/releases/release/list-releases';
import { getReleasePrefix, releaseFile } from '@shop/releases/release/release';
import type { AppReleases } from '@shop/releases/service-api/responses';
import { getHeadKey } from '@shop/releases/state/head';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { canary, createTestConsole, env } from '../testing/test-console';

describe('the state of an environment', () => {
  it('lists version, commit, last change and permissions of every app', async () => {
    const { asha } = await createTestConsole();
    const { caller, environments, unreadable } = await asha.state();
    expect(caller).toBe('asha');
    expect(unreadable).toEqual([]);
    expect(environments).toHaveLength(1);
    expect(environments[0]).toMatchObject({ name: env, seq: 1, live: 1, canaries: [], notices: [], locks: {} });
    expect(environments[0]?.apps[1]).toMatchObject({
      app: 'mf-a',
      version: '1.0.0',
      commit: 'c0ffee1',
      since: { seq: 1, by: 'local', reason: 'opening' },
    });
    expect(environments[0]?.permissions).toMatchObject({ '*': [], shell: [], 'mf-a': ['promote', 'rollback'] });
    expect(environments[0]?.metrics).toMatchObject({ env, canaries: [] });
  });

  it('names the change that made each app live, and reports an unreadable environment', async () => {
    const { environment, store, ravi } = await createTestConsole();
    const release = (await ravi.get('/api/releases')).json()[1].releases[0];
    expect(release).toMatchObject({ app: 'mf-a', version: '1.1.0', commit: 'c0ffee1' });
    await promote(environment, [release], testAuthor, passingGates);
    await promote({ ...environment, name: 'staging' }, [release], testAuthor, passingGates).catch(() => undefined);
    await store.putIfAbsent(getHeadKey('broken'), Buffer.from('{}'));
    for (const seq of [1, 2]) await store.putIfAbsent(`env/lost/log/00000${seq}-0123456789ab.json`, Buffer.from('{}'));
    const { environments, unreadable } = await ravi.state();
    expect(environments[0]?.apps.map(({ app, since }) => [app, since?.seq])).toEqual([
      ['shell', 1],
      ['mf-a', 2],
      ['mf-payment', 1],
    ]);
    expect(unreadable).toEqual([
      { name: 'broken', problem: expect.stringMatching(/env\/broken\/HEAD.json is malformed: .*recover-head/) },
      { name: 'lost', problem: expect.stringMatching(/^HEAD of lost is missing, .* change 2: run .*recover-head/) },
    ]);
  });
});

describe('a release with an unreadable release.json', () => {
  /** mf-a 1.1.0, live or only published, with other bytes in place of its description, or with none. */
  async function createDamaged({ isLive, bytes }: { isLive: boolean; bytes?: string }) {
    const opened = await createTestConsole();
    const { store, environment } = opened;
    const [release] = (await listReleases(store, 'mf-a')).slice(-1);
    if (!release) throw new Error('no release is published');
    if (isLive) await promote(environment, [release], testAuthor, passingGates);
    const key = getReleasePrefix(release) + releaseFile;
    await store.remove(key);
    if (bytes !== undefined) await store.putIfAbsent(key, Buffer.from(bytes));
    return opened;
  }

  it('is listed as damaged next to the others, and cannot be promoted', async () => {
    const { ravi, newest } = await createDamaged({ isLive: false, bytes: '{}' });
    const apps = (await ravi.get('/api/releases')).json<AppReleases[]>();
    expect(apps.map(({ app }) => app)).toEqual(['shell', 'mf-a', 'mf-payment']);
    expect(apps[1]?.releases).toMatchObject([
      { version: '1.0.0', commit: 'c0ffee1', isDamaged: false },
      { version: '1.1.0', commit: '', isDamaged: true },
    ]);
    const response = await ravi.post('/api/promote', canary);
    expect(response.statusCode).toBe(422);
    expect(response.json().findings).toMatchObject([
      { gate: 'file-integrity', app: 'mf-a', remedy: 'publish mf-a again under a new version' },
    ]);
    expect((await newest()).entry.seq).toBe(1);
  });

  it.each([
    ['missing', {}],
    ['changed', { bytes: '{}' }],
  ])('does not hide its environment, which can be rolled back (%s)', async (_what, damage) => {
    const { ravi, newest } = await createDamaged({ isLive: true, ...damage });
    const { environments, unreadable } = await ravi.state();
    expect(unreadable).toEqual([]);
    expect(environments[0]?.apps.map(({ app, isDamaged }) => [app, isDamaged])).toEqual([
      ['shell', false],
      ['mf-a', true],
      ['mf-payment', false],
    ]);
    expect(environments[0]?.apps[1]).toMatchObject({ version: '1.1.0', since: { seq: 2 } });
    expect((await ravi.post('/api/rollback', { env, seq: 2, reason: 'damaged' })).json()).toEqual({
      kind: 'live',
      seq: 3,
    });
    expect((await newest()).state.live.remotes[0]).toMatchObject({ version: '1.0.0' });
  });
});

it('shows the new commit of a version that was removed and published again', async () => {
  const { store, environment, ravi } = await createTestConsole();
  const [first, second] = await listReleases(store, 'mf-a');
  if (!first || !second) throw new Error('two versions are published');
  await promote(environment, [second], testAuthor, passingGates);
  await promote(environment, [first], testAuthor, passingGates);
  const commits = async () => ({
    published: (await ravi.get('/api/releases'))
      .json<AppReleases[]>()[1]
      ?.releases.map(({ commit }) => commit)
      .sort(),
    live: (await ravi.state()).environments[0]?.apps[1],
  });
  await commits();
  const key = getReleasePrefix(second) + releaseFile;
  const before = String((await store.get(key))?.bytes);
  await store.remove(key);
  await store.putIfAbsent(key, Buffer.from(before.replace('c0ffee1', 'decade2')));
  expect((await commits()).published).toEqual(['c0ffee1', 'decade2']);
  await promote(environment, [second], testAuthor, passingGates);
  expect((await commits()).live).toMatchObject({ version: '1.1.0', commit: 'decade2', isDamaged: false });
});
