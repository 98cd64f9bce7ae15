import { matchRoute } from '@shop/remote-contract/match-remote-route';
import { lock, unlock } from '../actions/lock';
import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { readRelease } from '../release/read-release';
import { getReleasePrefix, type Release } from '../release/release';
import { createPromotionCheck } from '../smoke-test/smoke-test.gate';
import { type Finding, formatFinding, isSameFinding } from '../state/audit-log';
import type { LiveState } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';
import { createCountingStore } from '../testing/counting-store';
import { consume, publishBuild } from '../testing/fake-build';
import { checkGate, fakeRemote, fakeShell, type GateChange } from '../testing/gate-fixture';
import { createMemoryStore } from '../testing/memory-store';
import { createTestCheck, createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { publishFake, readHistory } from '../testing/test-shop';
import { bundleSizeGate } from './bundle-size.gate';
import { fileIntegrityGate, findDamagedFiles } from './file-integrity.gate';
import { listForcedFindings } from './forced-findings';
import { createGateCheck, type Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate, listPatternShapes } from './route-ownership.gate';
import { GatesFailedError } from './run-gates';
import { contractVersionGate, createSharedDependenciesGate } from './shared-dependencies.gate';
import { createStandardGates } from './standard-gates';
import { textsGate } from './texts.gate';

const store = createMemoryStore(new Map());

const createOwner = (app: string, ...patterns: string[]): Release => ({
  ...fakeRemote,
  app,
  global: app,
  paths: Object.fromEntries(
    patterns.map((pattern, index) => [String(index), { pattern, access: 'open' as const, files: [], lazyShared: [] }]),
  ),
});

describe('file-integrity', () => {
  it('file-integrity lists the files that are missing or were changed', async () => {
    const [shell, other] = [await publishFake(store, 'shell'), await publishFake(store, 'mf-b')];
    const key = `r/mf-b/1.0.0-${other.digest}/home.js`;
    await store.remove(key);
    await store.putIfAbsent(key, Buffer.from('alert("evil")'));
    await store.remove(`r/mf-b/1.0.0-${other.digest}/node/server.cjs`);
    const environment = createTestEnvironment(store, 'damaged');
    const promotion = promote(environment, [shell, other], testAuthor, {
      check: createGateCheck(store, createStandardGates()),
    });
    await expect(promotion).rejects.toThrow(GatesFailedError);
    await expect(promotion).rejects.toThrow(
      /file-integrity · mf-b: (home\.js, node\/server\.cjs|node\/server\.cjs, home\.js) of 1\.0\.0 is missing or was changed/,
    );
    expect(await readRelease(store, other)).toMatchObject({ app: 'mf-b' });
  });

  it.each([
    [32 * 1024 ** 2, /^$/],
    [32 * 1024 ** 2 + 1, /release\.json is malformed: files\.home\.js\.size: a file has 32 MB at most$/],
  ])('file-integrity accepts files of 32 MB at most: one of %i bytes', async (size, problem) => {
    const own = createMemoryStore(new Map());
    const [shell, remote] = [await publishFake(own, 'shell'), await publishFake(own, 'mf-a')];
    const key = `${getReleasePrefix(remote)}release.json`;
    const files = { ...remote.files, 'home.js': { ...remote.files['home.js'], size } };
    await own.remove(key);
    await own.putIfAbsent(key, Buffer.from(JSON.stringify({ ...remote, files })));
    const check = createGateCheck(own, [fileIntegrityGate]);
    const findings = await check({ next: { shell, remotes: [remote] }, state: null });
    expect(findings.map((finding) => finding.problem).join()).toMatch(problem);
  });

  it('file-integrity checks a few files of a release at a time', async () => {
    const release = await publishFake(store, 'mf-d');
    const names = Array.from({ length: 30 }, (_, index) => `${index}.js`);
    const files = Object.fromEntries(names.map((name) => [name, { size: 1, integrity: 'sha256-' }]));
    const reading = new Set<string>();
    const counts: number[] = [];
    const observed: ReleaseStore = {
      ...store,
      get: async (key) => {
        counts.push(reading.add(key).size);
        const stored = await store.get(key);
        reading.delete(key);
        return stored;
      },
    };
    expect(await findDamagedFiles(observed, { ...release, files })).toEqual(names);
    expect(Math.max(...counts)).toBe(8);
  });
});

test('the gates read each file of a composition once, also with fifty remotes of which most are live', async () => {
  const reads: string[] = [];
  const counted: ReleaseStore = {
    ...store,
    get: (key) => {
      reads.push(key);
      return store.get(key);
    },
  };
  const names = Array.from({ length: 50 }, (_, index) => `mf-remote-${index}`);
  const [shell, ...remotes] = await Promise.all(['shell', ...names].map((name) => publishFake(store, name)));
  const first = remotes[0] as Release;
  const next = await publishFake(store, first.app, '1.1.0');
  const state = { live: { shell: shell as Release, remotes } } as unknown as LiveState;
  const check = createGateCheck(counted, createStandardGates());
  await check({ next: { shell: shell as Release, remotes: [next, ...remotes.slice(1)] }, state });
  const twice = reads.filter((key, index) => reads.indexOf(key) < index);
  expect(twice).toEqual([]);
  expect(reads.filter((key) => key.endsWith('/release.json'))).toHaveLength(52);
});

describe('contract-version', () => {
  it.each([
    ['^1.2.0', '1.1.0', 'promote a newer shell first, or together with it'],
    ['^1.0.0', '2.0.0', 'build mf-a for the current contract'],
  ])('a remote that requires %s does not fit a shell that provides %s', async (required, provided, remedy) => {
    const remotes = [{ ...fakeRemote, contractRequired: required }];
    expect(await checkGate(contractVersionGate, { shell: { contractProvided: provided }, remotes })).toEqual([
      {
        app: 'mf-a',
        problem: `it requires remote contract ${required}, and shell 1.0.0 provides ${provided}`,
        key: 'mf-a@1.0.0',
        remedy,
      },
    ]);
  });
});

describe('a finding in the audit log', () => {
  const sized = (kilobytes: number) => ({ size: 1, integrity: 'sha256-x', compressed: kilobytes * 1024 });
  const large = { ...createOwner('mf-a', '/a'), files: { 'remote-entry.js': sized(240) } };
  const needing = { ...fakeRemote, consumes: { '@shop/new': consume({ range: '^1.1.0' }) } };
  const exports = { Alert: '1.0.0', Notice: '1.0.0' };
  const using = { ...fakeRemote, consumes: { ui: { range: '^1.0.0', version: '1.0.0', exports } } };
  const createShell = (version: string, provided: Record<string, string>) => ({
    version,
    provides: { ...fakeShell.provides, ui: { version, files: [], exports: provided } },
  });
  const runtime = (version: string) => ({ federationRuntime: version, testedFederationRuntimes: version });
  const older = { ...fakeRemote, ...runtime('2.0.0') };
  const official = { ...fakeRemote, federationRuntime: '2.9.2' };

  it.each<[string, Gate, logged: GateChange, found: GateChange, isSame: boolean]>([
    [
      'a missing module',
      createSharedDependenciesGate(),
      { remotes: [needing] },
      { shell: { version: '1.1.0' }, remotes: [needing] },
      true,
    ],
    [
      'a missing export',
      createSharedDependenciesGate(),
      { shell: createShell('1.0.0', { Alert: '1.0.0' }), remotes: [using] },
      { shell: createShell('1.0.1', { Alert: '1.0.0' }), remotes: [using] },
      true,
    ],
    [
      'a further missing export',
      createSharedDependenciesGate(),
      { shell: createShell('1.0.0', { Alert: '1.0.0' }), remotes: [using] },
      { shell: createShell('1.0.1', {}), remotes: [using] },
      false,
    ],
    [
      'a runtime that was not tested',
      createSharedDependenciesGate(),
      { remotes: [older] },
      { shell: { version: '1.1.0', ...runtime('2.9.3') }, remotes: [older] },
      true,
    ],
    [
      'a runtime that the shell lacks',
      createSharedDependenciesGate(),
      { shell: { federationRuntime: '2.9.2+thin' }, remotes: [official] },
      { shell: { version: '1.1.0', federationRuntime: '2.9.2+thin' }, remotes: [official] },
      true,
    ],
    [
      'the contract',
      contractVersionGate,
      { shell: { contractProvided: '0.9.0' } },
      { shell: { version: '1.1.0', contractProvided: '0.9.1' } },
      true,
    ],
    [
      'the contract of another release of the remote',
      contractVersionGate,
      { shell: { contractProvided: '0.9.0' } },
      { shell: { contractProvided: '0.9.0' }, remotes: [{ ...fakeRemote, version: '1.1.0' }] },
      false,
    ],
    [
      'a first load',
      bundleSizeGate,
      { shell: { files: { 'main.js': sized(20) } }, remotes: [large] },
      { shell: { files: { 'main.js': sized(30) } }, remotes: [large] },
      true,
    ],
    [
      'a first load that is twice as large',
      bundleSizeGate,
      { shell: { files: { 'main.js': sized(20) } }, remotes: [large] },
      { shell: { files: { 'main.js': sized(280) } }, remotes: [large] },
      false,
    ],
  ])('is compared with that of another shell: %s', async (_what, gate, loggedIn, foundIn, isSame) => {
    const [[logged], [found]] = [await checkGate(gate, loggedIn), await checkGate(gate, foundIn)];
    if (!logged || !found) throw new Error('The gate finds nothing.');
    const { name } = gate;
    expect(isSameFinding({ ...found, gate: name }, { ...logged, gate: name })).toBe(isSame);
    // An entry of an earlier version has no key.
    const { key: _, ...earlier } = logged;
    expect(isSameFinding({ ...logged, gate: name }, { ...earlier, gate: name })).toBe(true);
    expect(isSameFinding({ ...found, gate: name }, { ...earlier, gate: name })).toBe(found.problem === logged.problem);
  });
});

test('the search of forced findings ends where no release of the next composition was live yet', async () => {
  const { store: counted, takeCount } = createCountingStore(createMemoryStore(new Map()));
  const environment = createTestEnvironment(counted, 'replaced');
  const promoteAll = async (version: string) => {
    const releases = await Promise.all(['shell', 'mf-a'].map((app) => publishFake(counted, app, version)));
    return promote(environment, releases, testAuthor, passingGates);
  };
  await promoteAll('1.0.0');
  for (let changes = 0; changes < 20; changes += 2) {
    await lock(environment, 'mf-a', testAuthor);
    await unlock(environment, 'mf-a', testAuthor);
  }
  const state = await promoteAll('2.0.0');
  takeCount();
  expect(await listForcedFindings(environment, state, state.live)).toEqual([]);
  // The newest two changes and their compositions.
  expect(takeCount()).toBe(4);
});

test('the search of forced findings passes a rollback, and leaves out a finding that a later change has mended', async () => {
  const environment = createTestEnvironment(createMemoryStore(new Map()), 'restored');
  const publish = (app: string, version: string) => publishFake(environment.store, app, version);
  const promoteWith = async (releases: Promise<Release>[], findings: Finding[] = []) =>
    promote(environment, await Promise.all(releases), testAuthor, {
      check: createTestCheck(async () => findings),
      isForced: findings.length > 0,
    });
  const key = 'mf-a@1.0.0';
  const finding = { gate: 'bundle-size', app: 'mf-a', problem: '400 KB', remedy: '', key, measured: 400 };
  await promoteWith([publish('shell', '1.0.0'), publish('mf-a', '1.0.0')], [finding]);
  await promoteWith([publish('shell', '2.0.0'), publish('mf-a', '2.0.0')]);
  const restored = await rollback(environment, testAuthor, passingGates);
  expect(await listForcedFindings(environment, restored, restored.live)).toMatchObject([{ key, change: 1 }]);
  const smaller = await promoteWith([publish('mf-b', '1.0.0')], [{ ...finding, isWarning: true, measured: 200 }]);
  expect(await listForcedFindings(environment, smaller, smaller.live)).toMatchObject([{ key, change: 1 }]);
  const mended = await promoteWith([publish('shell', '2.0.0')]);
  expect(await listForcedFindings(environment, mended, mended.live)).toEqual([]);
});

describe('route-ownership', () => {
  it('route-ownership requires one owner for a path, whatever the names of its parameters', async () => {
    const remotes = [createOwner('mf-a', '/a', '/product/:id'), createOwner('mf-b', '/product/:slug/', '/A')];
    expect((await checkGate(createRouteOwnershipGate(), { remotes })).map(({ problem }) => problem).sort()).toEqual([
      'it owns /A, and so does mf-a with /a',
      'it owns /product/:slug/, and so does mf-a with /product/:id',
    ]);
  });

  it('route-ownership requires one owner for what optional segments match', async () => {
    const problems = async (...remotes: Release[]) =>
      (await checkGate(createRouteOwnershipGate(), { remotes })).map(({ problem }) => problem);
    expect(await problems(createOwner('mf-a', '/products'), createOwner('mf-b', '/products/:tag?'))).toEqual([
      'it owns /products/:tag?, and so does mf-a with /products',
    ]);
    expect(await problems(createOwner('mf-a', '/a/:x?'), createOwner('mf-b', '/a/:y?'))).toEqual([
      'it owns /a/:y?, and so does mf-a with /a/:x?',
    ]);
    expect(await problems(createOwner('mf-a', '/offers', '/offers/:id?'), createOwner('mf-b', '/b/c?'))).toEqual([]);
  });

  it.each(['/a/:b?', 'a?/b/:c?', '/:a?', '/a/:b?/:c?'])('the shapes of %s are paths that it matches', (pattern) => {
    for (const shape of listPatternShapes(pattern)) {
      expect([shape, matchRoute([{ pattern }], shape.replaceAll(':', 'x'))]).toEqual([shape, expect.anything()]);
    }
  });

  it('route-ownership rejects reserved paths', async () => {
    const remotes = [createOwner('mf-a', '/login/help', '/reviews', '/R/a', '/-/x', '/healthz/', '/x?/readyz')];
    expect((await checkGate(createRouteOwnershipGate(), { remotes })).map(({ problem }) => problem)).toEqual([
      'it owns /R/a, which the gateway, the store API or the shell answers',
      'it owns /-/x, which the gateway, the store API or the shell answers',
      'it owns /healthz/, which the gateway, the store API or the shell answers',
      'it owns /x?/readyz, which the gateway, the store API or the shell answers',
    ]);
  });

  it('route-ownership rejects paths that begin as the addresses of a language of the shell', async () => {
    const remotes = [
      createOwner('mf-a', '/hi/offers', '/HI', 'hi?/x', '/y?/hi', '/hindi', '/:policyType', '/ta/x', '/a/hi'),
    ];
    const problems = (languages: string[]) => checkGate(createRouteOwnershipGate(), { shell: { languages }, remotes });
    expect(await problems(['hi'])).toEqual(
      ['/hi/offers', '/HI', 'hi?/x', '/y?/hi'].map((pattern) => ({
        app: 'mf-a',
        problem: `it owns ${pattern}, and /hi begins the addresses of shell 1.0.0 in that language`,
        remedy: 'choose another path',
      })),
    );
    expect(await problems([])).toEqual([]);
  });

  it('route-ownership requires live paths to keep an owner, unless they are removable', async () => {
    const live = [createOwner('mf-a', '/a', '/old')];
    const remotes = [createOwner('mf-b', '/a')];
    expect(await checkGate(createRouteOwnershipGate(), { remotes, live })).toEqual([
      {
        app: 'mf-a',
        problem: '/old is live and would have no owner',
        remedy: 'keep the path, or allow it to go with --remove-path /old',
      },
    ]);
    expect(await checkGate(createRouteOwnershipGate(['/old']), { remotes, live })).toEqual([]);
  });

  it.each([
    ['/offers/:id', '/offers'],
    ['/offers', '/offers/:id'],
    ['/a', '/offers/:id?'],
  ])(
    'route-ownership requires an owner for what optional segments match: with %s, %s has none',
    async (owned, path) => {
      const change = { remotes: [createOwner('mf-a', owned)], live: [createOwner('mf-a', '/offers/:id?')] };
      expect(await checkGate(createRouteOwnershipGate(), change)).toMatchObject([
        { app: 'mf-a', problem: `${path} is live and would have no owner` },
      ]);
      expect(await checkGate(createRouteOwnershipGate([path]), change)).toEqual([]);
    },
  );
});

describe('registered-names', () => {
  const problems = async (change: GateChange) =>
    (await checkGate(registeredNamesGate, change)).map(({ app, problem }) => `${app}: ${problem}`);
  const createRegistrant = (app: string, endpoints: string[], slices: string[] = []) => ({
    ...createOwner(app),
    names: { endpoints, slices },
  });

  it('registered-names rejects two apps with one global, including the shell', async () => {
    const remotes = [
      { ...createOwner('mf-a'), global: 'same' },
      { ...createOwner('mf-b'), global: 'same' },
    ];
    expect(await problems({ remotes })).toEqual(['mf-b: it defines the global same, and so does mf-a']);
    expect(
      await problems({ shell: { global: 'mf_a' }, remotes: [{ ...createOwner('mf-a'), global: 'mf_a' }] }),
    ).toEqual(['mf-a: it defines the global mf_a, and so does shell']);
  });

  it('registered-names rejects an endpoint that two apps register, including the shell', async () => {
    const remotes = [createRegistrant('mf-a', ['product', 'list']), createRegistrant('mf-b', ['product', 'storeInfo'])];
    const names = { endpoints: ['storeInfo'], slices: [] };
    expect(await problems({ shell: { names }, remotes })).toEqual([
      'mf-b: it registers the endpoint product, and so does mf-a',
      'mf-b: it registers the endpoint storeInfo, and so does shell',
    ]);
  });

  it('registered-names rejects a slice of the shell, and accepts an endpoint with the name of a slice', async () => {
    const names = { endpoints: [], slices: ['cart'] };
    expect(await problems({ shell: { names }, remotes: [createRegistrant('mf-a', ['cart'], ['cart'])] })).toEqual([
      'mf-a: it registers the slice cart, and so does shell',
    ]);
  });
});

test('texts warns about apps that lack texts in a language of the shell', async () => {
  const shell = { languages: ['hi', 'ta'], missingTexts: { hi: 2, ta: 0 } };
  const remotes = [
    { ...fakeRemote, languages: ['hi', 'fr'], missingTexts: { hi: 3, fr: 9 } },
    { ...fakeRemote, app: 'mf-b', languages: ['hi', 'ta'] },
  ];
  expect(
    (await checkGate(textsGate, { shell, remotes })).map((problem) =>
      formatFinding({ gate: 'texts', ...problem }).trim(),
    ),
  ).toEqual([
    'warning · texts · shell: version 1.0.0 lacks 2 of its texts in hi: they show in English → add the translations to src/texts/hi.json, and publish a new version',
    'warning · texts · mf-a: version 1.0.0 lacks 3 of its texts in hi: they show in English → add the translations to src/texts/hi.json, and publish a new version',
    'warning · texts · mf-a: version 1.0.0 has no texts in ta: it shows English ones → add the translations to src/texts/ta.json, and publish a new version',
  ]);
  expect(await checkGate(textsGate, { remotes })).toEqual([]);
});

describe('smoke-test', () => {
  const createCandidate = (candidateShell: Release, ...remotes: Release[]) => ({
    next: { shell: candidateShell, remotes },
    state: null,
  });
  let shell: Release;
  let remote: Release;
  beforeAll(async () => {
    [shell, remote] = [await publishFake(store, 'shell'), await publishFake(store, 'mf-a')];
  });
  const problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look' };

  it('smoke-test runs last, after findings only when forced, and not for a composition that was live', async () => {
    const runSmokeTest = jest.fn(async () => [problem]);
    const check = createPromotionCheck(createTestEnvironment(store), [], runSmokeTest);
    const older = await publishBuild(store, { app: 'shell', version: '0.1.0', endpoints: ['home'] });
    const clashing = await publishBuild(store, { app: 'mf-c', paths: { home: '/c' }, endpoints: ['home'] });
    expect(await check(createCandidate(older, clashing))).toMatchObject([{ gate: 'registered-names', app: 'mf-c' }]);
    expect(await check({ ...createCandidate(shell, remote), isServed: true })).toEqual([]);
    expect(runSmokeTest).not.toHaveBeenCalled();
    const forced = { ...createCandidate(older, clashing), isForced: true };
    expect(await check(forced)).toMatchObject([{ gate: 'registered-names' }, { gate: 'smoke-test', ...problem }]);
    await store.remove(`${getReleasePrefix(clashing)}release.json`);
    expect(await check(forced)).toMatchObject([{ gate: 'file-integrity', app: 'mf-c' }]);
  });

  it('reports a problem that a forced change has made live as a warning of that change, until the app changes', async () => {
    const environment = createTestEnvironment(createMemoryStore(new Map()), 'forced');
    const publish = (app: string, version = '1.0.0') => publishFake(environment.store, app, version);
    const first = await Promise.all(['shell', 'mf-a', 'mf-b'].map((app) => publish(app)));
    const tested: string[] = [];
    const ofVersion = (version: string) => ({
      ...problem,
      problem: `/a throws at 127.0.0.1:${4000 + tested.length}: ${version}`,
    });
    const check = createPromotionCheck(environment, [], async (candidate) => {
      const a = candidate.remotes.find(({ app }) => app === 'mf-a')?.version ?? '';
      tested.push(a);
      return a === '1.0.0' ? [] : [ofVersion(a === '4.0.0' ? '2.0.0' : a)];
    });
    const promoteNext = (release: Release, isForced = false) =>
      promote(environment, [release], testAuthor, { check, isForced });
    await promote(environment, first, testAuthor, { check });
    const broken = await publish('mf-a', '2.0.0');
    await expect(promoteNext(broken)).rejects.toThrow('only mf-a 2.0.0 differs from the live composition');
    await promoteNext(broken, true);
    for (let changes = 0; changes < 200; changes += 2) {
      await lock(environment, 'mf-b', testAuthor);
      await unlock(environment, 'mf-b', testAuthor);
    }
    await promoteNext(await publish('mf-b', '2.0.0'));
    await promoteNext(await publish('mf-c'));
    const [entry] = await readHistory(environment);
    expect(entry).toMatchObject({
      isForced: false,
      findings: [
        {
          gate: 'smoke-test',
          app: 'mf-a',
          isWarning: true,
          problem: expect.stringMatching(/2\.0\.0; the live composition has it since change 2, which .+ forced$/),
        },
      ],
    });
    // Another problem of the same app, the same problem of another release, and the problem after it was repaired.
    await expect(promoteNext(await publish('mf-a', '3.0.0'))).rejects.toThrow('/a throws');
    await expect(promoteNext(await publish('mf-a', '4.0.0'))).rejects.toThrow('/a throws');
    await promoteNext(first[1] as Release);
    await expect(promoteNext(broken)).rejects.toThrow('/a throws');
  });
});
