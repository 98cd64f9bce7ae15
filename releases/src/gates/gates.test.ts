import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '../actions/promote';
import { GatesFailedError } from '../actions/run-gates';
import { readAuditLog } from '../history/audit-log';
import { publish } from '../release/publish';
import { readRelease } from '../release/read-release';
import { getReleasePrefix, type Release } from '../release/release';
import { readLiveState } from '../state/live-state';
import { createFileSystemStore } from '../store/file-system-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createTestEnvironment, testAuthor } from '../testing/test-environment';
import { contractVersionGate } from './contract-version.gate';
import { createGateCheck, type Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { createSharedDependenciesGate } from './shared-dependencies.gate';
import { createPromotionCheck, createStandardGates } from './standard-gates';

const sharedDependenciesGate = createSharedDependenciesGate();

const root = mkdtempSync(path.join(tmpdir(), 'gates-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const store = createFileSystemStore(path.join(root, 'releases'));

let shell: Release;
let remote: Release;
beforeAll(async () => {
  shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  remote = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }), commit: '' });
});

const createContext = (shell: Release, remotes: readonly Release[], live: readonly Release[] = []) => ({
  store,
  composition: { shell, remotes: [...remotes] },
  shell,
  remotes,
  live,
});

const check = (
  gate: Gate,
  { live = [], ...change }: { shell?: Partial<Release>; remotes?: Release[]; live?: Release[] },
) => gate.check(createContext({ ...shell, ...change.shell }, change.remotes ?? [remote], live));

const createOwner = (app: string, ...patterns: string[]): Release => ({
  ...remote,
  app,
  global: app,
  paths: Object.fromEntries(
    patterns.map((pattern, index) => [String(index), { pattern, access: 'open' as const, files: [], lazyShared: [] }]),
  ),
});

test('a composition of compatible releases passes every gate', async () => {
  const environment = createTestEnvironment(store, 'fits');
  const { live } = await promote(environment, [shell, remote], testAuthor, {
    check: createGateCheck(store, createStandardGates()),
  });
  expect(live.remotes).toHaveLength(1);
});

describe('file-integrity', () => {
  it('file-integrity lists the files that are missing or were changed', async () => {
    const other = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-b', paths: { home: '/b' } }), commit: '' });
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
});

describe('shared-dependencies', () => {
  it('shared-dependencies requires one version of React and react-dom', async () => {
    const provides = { ...shell.provides, 'react-dom': { version: '19.2.0', files: [] } };
    expect(await check(sharedDependenciesGate, { shell: { provides } })).toMatchObject([
      { app: 'shell', problem: 'it provides react 19.3.1 with react-dom 19.2.0' },
    ]);
  });

  it('shared-dependencies requires the shell to provide a version in the range of every remote', async () => {
    const consumes = { react: { range: '^19.4.0' }, '@shop/ui/core': { range: '^1.1.0' } };
    const found = await check(sharedDependenciesGate, { remotes: [{ ...remote, consumes }] });
    expect(found.map(({ problem }) => problem)).toEqual([
      '1.0.0 needs react ^19.4.0, and shell 1.0.0 has react 19.3.1',
      '1.0.0 needs @shop/ui/core ^1.1.0, and shell 1.0.0 does not provide it',
    ]);
  });

  describe('with recorded exports', () => {
    const cart = '@shop/cart/use-cart';
    const publishShell = (version: string, cartVersion: string, exports: Record<string, string>) =>
      publish(shopStore, {
        appRoot: writeFakeBuild({
          app: 'shell',
          version,
          provides: { [cart]: { version: cartVersion, files: [], exports } },
        }),
        commit: '',
      });
    const publishRemote = (version: string, cartVersion: string, exports: Record<string, string>) =>
      publish(shopStore, {
        appRoot: writeFakeBuild({
          app: 'mf-cart-checkout',
          version,
          paths: { cart: '/cart' },
          consumes: { [cart]: { range: `^${cartVersion}`, version: cartVersion, exports } },
        }),
        commit: '',
      });
    const shopStore = createFileSystemStore(path.join(root, 'recorded-exports'));
    const gates = createGateCheck(shopStore, createStandardGates());

    it('shared-dependencies refuses a shell without an export that a remote uses, and names the shell that has it', async () => {
      const yesterday = await publishShell('1.6.0', '1.0.0', { useCart: '1.0.0', useCartActions: '1.0.0' });
      const today = await publishRemote('1.7.0', '1.1.0', { useCart: '1.0.0', useOrderedCart: '1.1.0' });
      const environment = createTestEnvironment(shopStore, 'yesterday');
      const refused = () => promote(environment, [yesterday, today], testAuthor, { check: gates });
      await expect(refused()).rejects.toThrow(
        'shared-dependencies · mf-cart-checkout: 1.7.0 uses useOrderedCart (since 1.1.0) of @shop/cart/use-cart 1.1.0, and shell 1.6.0 has @shop/cart/use-cart 1.0.0 without useOrderedCart → publish and promote a shell that provides @shop/cart/use-cart ^1.1.0, or build mf-cart-checkout against shell 1.6.0 (@shop/cart/use-cart 1.0.0)',
      );
      const newer = await publishShell('1.7.0', '1.1.0', {
        useCart: '1.0.0',
        useCartActions: '1.0.0',
        useOrderedCart: '1.1.0',
      });
      await expect(refused()).rejects.toThrow(
        '→ promote shell 1.7.0, which provides it, before mf-cart-checkout or together with it, or build mf-cart-checkout against shell 1.6.0',
      );
      expect(await readLiveState(environment)).toBeNull();
      const { live } = await promote(environment, [newer, today], testAuthor, { check: gates });
      expect(live.remotes).toHaveLength(1);
    });

    it('shared-dependencies names an export that changed since the version of the shell', async () => {
      const older = await publishShell('2.0.0', '1.0.0', { useCartActions: '1.0.0' });
      const changed = await publishRemote('2.0.0', '2.0.0', { useCartActions: '2.0.0' });
      const found = await createSharedDependenciesGate().check({
        ...createContext(older, [changed]),
        store: shopStore,
      });
      expect(found).toMatchObject([
        {
          problem:
            '2.0.0 uses useCartActions (since 2.0.0) of @shop/cart/use-cart 2.0.0, and shell 2.0.0 has @shop/cart/use-cart 1.0.0 with an earlier useCartActions',
        },
      ]);
    });

    it('shared-dependencies refuses a remote that uses a removed export, and asks to build it again', async () => {
      const next = await publishShell('3.0.0', '3.0.0', { useCart: '1.0.0' });
      const older = await publishRemote('3.0.0', '2.0.0', { useCartCount: '1.0.0' });
      const found = await createSharedDependenciesGate().check({ ...createContext(next, [older]), store: shopStore });
      expect(found).toMatchObject([
        {
          problem: expect.stringContaining('shell 3.0.0 has @shop/cart/use-cart 3.0.0 without useCartCount'),
          remedy: 'build mf-cart-checkout against shell 3.0.0 (@shop/cart/use-cart 3.0.0)',
        },
      ]);
    });

    it('shared-dependencies promotes a shell with a newer patch of React alone, with remotes of both patches', async () => {
      const shop = createTestEnvironment(shopStore, 'react-patch');
      const publishWith = (app: string, patch: string) => {
        const react = { version: patch, files: [] };
        const build =
          app === 'shell'
            ? { provides: { react, 'react-dom': react } }
            : { paths: { home: `/${app}` }, consumes: { react: { range: '^19.3.0', version: patch, exports: {} } } };
        const version = `4.0.${patch.at(-1)}`;
        return publish(shopStore, { appRoot: writeFakeBuild({ app, version, ...build }), commit: '' });
      };
      const first = await Promise.all([publishWith('shell', '19.3.1'), publishWith('mf-old', '19.3.1')]);
      await promote(shop, first, testAuthor, { check: gates });
      const newShell = await publishWith('shell', '19.3.2');
      await promote(shop, [newShell], testAuthor, { check: gates });
      const newRemote = await publishWith('mf-new', '19.3.2');
      const { live } = await promote(shop, [newRemote], testAuthor, { check: gates });
      expect(live.shell.version).toBe('4.0.2');
      // A shell that goes back to the earlier patch keeps both remotes too.
      const { live: restored } = await promote(shop, first.slice(0, 1), testAuthor, { check: gates });
      expect(restored.remotes.map(({ version }) => version)).toEqual(['4.0.2', '4.0.1']);
    });

    it('shared-dependencies warns about a deprecated export after its date, and lets the composition become live', async () => {
      const deprecated = { Notice: { since: '2026-05-22', removedAfter: '2026-11-22', remedy: 'use Alert' } };
      const provides = {
        ...shell.provides,
        ui: { version: '2.0.0', files: [], exports: { Notice: '1.0.0' }, deprecated },
      };
      const remotes = [
        { ...remote, consumes: { ui: { range: '^2.0.0', version: '2.0.0', exports: { Notice: '1.0.0' } } } },
      ];
      const checkOn = (day: string) =>
        check(
          createSharedDependenciesGate(() => new Date(`${day}T12:00:00Z`)),
          { shell: { provides }, remotes },
        );
      expect(await checkOn('2026-11-22')).toEqual([]);
      const found = await checkOn('2026-11-23');
      expect(found).toEqual([
        {
          app: 'mf-a',
          problem: '1.0.0 uses Notice of ui, which is deprecated since 2026-05-22 and may be removed after 2026-11-22',
          remedy: 'use Alert before a shell without Notice is promoted',
          isWarning: true,
        },
      ]);
      const warn: Gate = { name: 'shared-dependencies', check: () => found };
      const environment = createTestEnvironment(store, 'warned');
      const { head } = await promote(environment, [shell, remote], testAuthor, {
        check: createGateCheck(store, [warn]),
      });
      const { value: entry } = await readAuditLog(store, head.log, environment.trusted).next();
      expect(entry).toMatchObject({ isForced: false, findings: [{ isWarning: true }] });
    });

    it('shared-dependencies accepts older releases that record no exports', async () => {
      const older = { ...remote, consumes: { [cart]: { range: '^1.0.0' } } };
      const provides = { ...shell.provides, [cart]: { version: '1.4.0', files: [], exports: {} } };
      expect(await check(sharedDependenciesGate, { shell: { provides }, remotes: [older] })).toEqual([]);
    });
  });

  it('shared-dependencies requires compatible federation runtimes', async () => {
    expect(await check(sharedDependenciesGate, { remotes: [{ ...remote, federationRuntime: '2.8.0' }] })).toMatchObject(
      [
        {
          app: 'mf-a',
          problem:
            '1.0.0 was built for federation runtime 2.8.0, and shell 1.0.0 runs 2.9.2: neither was tested with the other (~2.8.0, ~2.9.2)',
          remedy: 'build mf-a with @module-federation/enhanced 2.9.2',
        },
      ],
    );
  });

  it('shared-dependencies accepts a runtime in the range that the newer of remote and shell was tested with', async () => {
    const problems = async (built: string, provided: string, newest: string) => {
      const testedFederationRuntimes = `>=2.8.0 <=${newest.replace('+thin', '')}`;
      const found = await check(sharedDependenciesGate, {
        shell: { federationRuntime: provided, ...(provided === newest && { testedFederationRuntimes }) },
        remotes: [{ ...remote, federationRuntime: built, ...(built === newest && { testedFederationRuntimes }) }],
      });
      return found.map(({ problem }) => problem.replace(/:.*/, ''));
    };
    expect(await problems('2.8.1+thin', '2.10.0+thin', '2.10.0+thin')).toEqual([]);
    expect(await problems('2.10.0+thin', '2.8.1+thin', '2.10.0+thin')).toEqual([]);
    expect(await problems('2.7.0+thin', '2.10.0+thin', '2.10.0+thin')).toEqual([
      '1.0.0 was built for federation runtime 2.7.0+thin, and shell 1.0.0 runs 2.10.0+thin',
    ]);
  });

  it.each([
    ['2.9.2', '2.9.2+thin', []],
    ['2.9.2+thin', '2.9.2+thin', []],
    [
      '2.9.2+thin',
      '2.9.2',
      ['it needs the full federation runtime (2.9.2), and shell 1.0.0 has the thin one (2.9.2+thin)'],
    ],
  ])(
    'shared-dependencies checks a shell of runtime %s with a remote of runtime %s',
    async (provided, built, problems) => {
      const found = await check(sharedDependenciesGate, {
        shell: { federationRuntime: provided },
        remotes: [{ ...remote, federationRuntime: built }],
      });
      expect(found.map(({ problem }) => problem)).toEqual(problems);
    },
  );
});

describe('contract-version', () => {
  it.each([
    ['^1.2.0', '1.1.0', 'promote a newer shell first, or together with it'],
    ['^1.0.0', '2.0.0', 'build mf-a for the current contract'],
  ])('a remote that requires %s does not fit a shell that provides %s', async (required, provided, remedy) => {
    const remotes = [{ ...remote, contractRequired: required }];
    expect(await check(contractVersionGate, { shell: { contractProvided: provided }, remotes })).toEqual([
      {
        app: 'mf-a',
        problem: `it requires remote contract ${required}, and shell 1.0.0 provides ${provided}`,
        remedy,
      },
    ]);
  });

  it('contract-version prefers the required range to the contract of the build', async () => {
    const remotes = [{ ...remote, remoteContract: '1.9.0', contractRequired: '^1.2.0' }];
    expect(await check(contractVersionGate, { shell: { contractProvided: '1.3.0' }, remotes })).toEqual([]);
  });

  it('contract-version uses the contract of the build for older releases', async () => {
    const omitContract = (release: Release, remoteContract: string): Release => {
      const { contractProvided: _, contractRequired: __, ...rest } = release;
      return { ...rest, remoteContract };
    };
    const found = (shellContract: string, remoteContract: string) =>
      contractVersionGate.check(
        createContext(omitContract(shell, shellContract), [omitContract(remote, remoteContract)]),
      );
    expect(found('1.9.3', '1.2.0')).toEqual([]);
    expect(found('1.1.0', '1.2.0')).toMatchObject([{ app: 'mf-a' }]);
  });
});

describe('route-ownership', () => {
  it('route-ownership requires one owner for a path, whatever the names of its parameters', async () => {
    const remotes = [createOwner('mf-a', '/a', '/product/:id'), createOwner('mf-b', '/product/:slug/', '/A')];
    expect((await check(createRouteOwnershipGate(), { remotes })).map(({ problem }) => problem).sort()).toEqual([
      'it owns /A, and so does mf-a with /a',
      'it owns /product/:slug/, and so does mf-a with /product/:id',
    ]);
  });

  it('route-ownership rejects reserved paths', async () => {
    const remotes = [createOwner('mf-a', '/login/help', '/reviews', '/R/a', '/-/x', '/healthz/')];
    expect((await check(createRouteOwnershipGate(), { remotes })).map(({ problem }) => problem)).toEqual([
      'it owns /R/a, which the gateway, the store API or the shell answers',
      'it owns /-/x, which the gateway, the store API or the shell answers',
      'it owns /healthz/, which the gateway, the store API or the shell answers',
    ]);
  });

  it('route-ownership requires live paths to keep an owner, unless they are removable', async () => {
    const live = [createOwner('mf-a', '/a', '/old')];
    const remotes = [createOwner('mf-b', '/a')];
    expect(await check(createRouteOwnershipGate(), { remotes, live })).toEqual([
      {
        app: 'mf-a',
        problem: '/old is live and would have no owner',
        remedy: 'keep the path, or allow it to go with --remove-path /old',
      },
    ]);
    expect(await check(createRouteOwnershipGate(['/old']), { remotes, live })).toEqual([]);
  });
});

describe('registered-names', () => {
  const problems = async (change: Parameters<typeof check>[1]) =>
    (await check(registeredNamesGate, change)).map(({ app, problem }) => `${app}: ${problem}`);
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

  it('registered-names accepts older releases without registered names', async () => {
    const { names: _, ...older } = createOwner('mf-a');
    const { names: __, global: ___, ...olderShell } = shell;
    expect(registeredNamesGate.check(createContext(olderShell, [older]))).toEqual([]);
  });
});

describe('smoke-test', () => {
  const createCandidate = (candidateShell: Release, ...remotes: Release[]) => ({
    next: { shell: candidateShell, remotes },
    state: null,
  });
  const problem = { app: 'mf-a', problem: '/a throws: no', remedy: 'look' };

  it('smoke-test starts exactly the candidate, and rejects it with the problems that it finds', async () => {
    const runSmokeTest = jest.fn(async () => [problem]);
    const found = await createPromotionCheck(
      createTestEnvironment(store, 'staging'),
      [],
      runSmokeTest,
    )(createCandidate(shell, remote));
    expect(found).toEqual([{ gate: 'smoke-test', ...problem }]);
    expect(runSmokeTest).toHaveBeenCalledWith(expect.objectContaining({ env: 'staging', shell, remotes: [remote] }));
  });

  it('smoke-test fails with a remedy when it cannot run', async () => {
    const runSmokeTest = () => Promise.reject(new Error('No Chromium was found: install one.'));
    expect(
      await createPromotionCheck(createTestEnvironment(store), [], runSmokeTest)(createCandidate(shell, remote)),
    ).toMatchObject([
      {
        gate: 'smoke-test',
        problem: 'the smoke test could not run: No Chromium was found: install one.',
        remedy: expect.stringContaining('--force'),
      },
    ]);
  });

  it('smoke-test runs last, after findings only when forced, and not for a composition that was live', async () => {
    const runSmokeTest = jest.fn(async () => [problem]);
    const check = createPromotionCheck(createTestEnvironment(store), [], runSmokeTest);
    const older = await publish(store, {
      appRoot: writeFakeBuild({ app: 'shell', version: '0.1.0', endpoints: ['home'] }),
      commit: '',
    });
    const clashing = await publish(store, {
      appRoot: writeFakeBuild({ app: 'mf-c', paths: { home: '/c' }, endpoints: ['home'] }),
      commit: '',
    });
    expect(await check(createCandidate(older, clashing))).toMatchObject([{ gate: 'registered-names', app: 'mf-c' }]);
    expect(await check({ ...createCandidate(shell, remote), wasLive: true })).toEqual([]);
    expect(runSmokeTest).not.toHaveBeenCalled();
    const forced = { ...createCandidate(older, clashing), isForced: true };
    expect(await check(forced)).toMatchObject([{ gate: 'registered-names' }, { gate: 'smoke-test', ...problem }]);
    await store.remove(`${getReleasePrefix(clashing)}release.json`);
    expect(await check(forced)).toMatchObject([
      { gate: 'file-integrity', app: 'mf-c' },
      { gate: 'smoke-test', app: 'composition', problem: 'it did not run, since not every release can be read' },
    ]);
  });
});
