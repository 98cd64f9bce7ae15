import { promote } from '../actions/promote';
import { readAuditLog } from '../state/audit-log';
import { readLiveState } from '../state/live-state';
import { consume, publishBuild } from '../testing/fake-build';
import { checkGate, fakeRemote, fakeShell } from '../testing/gate-fixture';
import { createMemoryStore } from '../testing/memory-store';
import { createTestCheck, createTestEnvironment, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, promoteFake } from '../testing/test-shop';
import { createGateCheck, type Gate } from './gate';
import { createSharedDependenciesGate } from './shared-dependencies.gate';
import { createStandardGates } from './standard-gates';

const sharedDependenciesGate = createSharedDependenciesGate();

it('shared-dependencies requires one version of React and react-dom', async () => {
  const provides = { ...fakeShell.provides, 'react-dom': { version: '19.2.0', files: [] } };
  expect(await checkGate(sharedDependenciesGate, { shell: { provides } })).toMatchObject([
    { app: 'shell', problem: 'it provides react 19.3.1 with react-dom 19.2.0' },
  ]);
});

it('shared-dependencies requires the shell to provide a version in the range of every remote', async () => {
  const consumes = { react: consume({ range: '^19.4.0' }), '@shop/ui/core': consume({ range: '^1.1.0' }) };
  const found = await checkGate(sharedDependenciesGate, { remotes: [{ ...fakeRemote, consumes }] });
  expect(found.map(({ problem }) => problem)).toEqual([
    '1.0.0 needs react ^19.4.0, and shell 1.0.0 has react 19.3.1',
    '1.0.0 needs @shop/ui/core ^1.1.0, and shell 1.0.0 does not provide it',
  ]);
});

describe('with recorded exports', () => {
  const cart = '@shop/cart/use-cart';
  const publishShell = (version: string, cartVersion: string, exports: Record<string, string>) =>
    publishBuild(shopStore, {
      app: 'shell',
      version,
      provides: { [cart]: { version: cartVersion, files: [], exports } },
    });
  const publishRemote = (version: string, cartVersion: string, exports: Record<string, string>) =>
    publishBuild(shopStore, {
      app: 'mf-cart-checkout',
      version,
      paths: { cart: '/cart' },
      consumes: { [cart]: { range: `^${cartVersion}`, version: cartVersion, exports } },
    });
  const shopStore = createMemoryStore(new Map());
  const gates = createTestCheck(createGateCheck(shopStore, createStandardGates()));

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
    const found = await checkGate(sharedDependenciesGate, { shell: older, remotes: [changed], store: shopStore });
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
    const found = await checkGate(sharedDependenciesGate, { shell: next, remotes: [older], store: shopStore });
    expect(found).toMatchObject([
      {
        problem: expect.stringContaining('shell 3.0.0 has @shop/cart/use-cart 3.0.0 without useCartCount'),
        remedy: 'build mf-cart-checkout against shell 3.0.0 (@shop/cart/use-cart 3.0.0)',
      },
    ]);
    await publishRemote('3.1.0', '3.0.0', { useCart: '1.0.0' });
    const [refused] = await checkGate(sharedDependenciesGate, { shell: next, remotes: [older], store: shopStore });
    expect(refused?.remedy).toBe('promote mf-cart-checkout 3.1.0 in its place, which fits shell 3.0.0');
  });

  it.each(['19.3.0', '19.3.2'])('shared-dependencies accepts a remote of the React patch %s', async (version) => {
    const remotes = [{ ...fakeRemote, consumes: { react: consume({ range: '^19.3.0', version }) } }];
    expect(await checkGate(sharedDependenciesGate, { remotes })).toEqual([]);
  });

  it('shared-dependencies warns about a deprecated export after its date, and lets the composition become live', async () => {
    const deprecated = { Notice: { since: '2026-05-22', removedAfter: '2026-11-22', remedy: 'use Alert' } };
    const provides = {
      ...fakeShell.provides,
      ui: { version: '2.0.0', files: [], exports: { Notice: '1.0.0' }, deprecated },
    };
    const remotes = [
      { ...fakeRemote, consumes: { ui: { range: '^2.0.0', version: '2.0.0', exports: { Notice: '1.0.0' } } } },
    ];
    const checkOn = (day: string) =>
      checkGate(
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
    const { environment, versionTwo } = await createShopWithTwoVersions();
    const warned = createTestCheck(createGateCheck(environment.store, [warn]));
    const { head } = await promoteFake(environment, [versionTwo], { check: warned });
    const { value: entry } = await readAuditLog(environment.store, head.log, environment.trusted).next();
    expect(entry).toMatchObject({ isForced: false, findings: [{ isWarning: true }] });
  });
});

it('shared-dependencies requires compatible federation runtimes', async () => {
  const older = { ...fakeRemote, federationRuntime: '2.8.0', testedFederationRuntimes: '~2.8.0' };
  expect(await checkGate(sharedDependenciesGate, { remotes: [older] })).toMatchObject([
    {
      app: 'mf-a',
      problem:
        '1.0.0 was built for federation runtime 2.8.0, and shell 1.0.0 runs 2.9.2: neither was tested with the other (~2.8.0, ~2.9.2)',
      remedy: 'build mf-a with @module-federation/enhanced 2.9.2',
    },
  ]);
});

it('shared-dependencies accepts a runtime in the range that the newer of remote and shell was tested with', async () => {
  const problems = async (built: string, provided: string, newest: string) => {
    const getRange = (runtime: string) => (runtime === newest ? '>=2.8.0 <=2.10.0' : '~2.8.0');
    const found = await checkGate(sharedDependenciesGate, {
      shell: { federationRuntime: provided, testedFederationRuntimes: getRange(provided) },
      remotes: [{ ...fakeRemote, federationRuntime: built, testedFederationRuntimes: getRange(built) }],
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
    [
      'it was built with externalRuntime: it takes the federation runtime 2.9.2 from its page, and shell 1.0.0 has the thin one (2.9.2+thin)',
    ],
  ],
  ['2.9.2+thin', '1.23.8+self-contained', []],
  ['2.9.2', '1.23.8+self-contained', []],
])(
  'shared-dependencies checks a shell of runtime %s with a remote of runtime %s',
  async (provided, built, problems) => {
    const found = await checkGate(sharedDependenciesGate, {
      shell: { federationRuntime: provided },
      remotes: [{ ...fakeRemote, federationRuntime: built }],
    });
    expect(found.map(({ problem }) => problem)).toEqual(problems);
  },
);
