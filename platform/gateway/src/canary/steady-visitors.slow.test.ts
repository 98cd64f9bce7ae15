import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { lock } from '@shop/releases/actions/lock';
import { type PromoteOptions, promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { complete, halt, pause, resume, rollout } from '@shop/releases/actions/rollout';
import type { Release } from '@shop/releases/release/release';
import { createSigner } from '@shop/releases/signer/create-signer';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import {
  createTestCheck,
  createTestEnvironment,
  passingGates,
  type TestEnvironment,
  testAuthor,
} from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';

import { waitUntil } from '@shop/testing/wait-until';
import { createCompositionCache } from '../composition/composition-cache';
import { loadHeadWatermark } from '../composition/head-watermark';
import { closeTestGateways, openTestGateway, type TestGateway } from '../testing/test-gateway';

/** Visitors with a cookie. They are enough that the live composition and each of three canaries have some. */
const visitors: readonly string[] = Array.from({ length: 40 }, () => randomUUID());
/** Milliseconds between two requests of each visitor. */
const pollMs = 50;
/** Milliseconds of each read of the release store. A gateway then takes longer to load a composition than a visitor waits. */
const readMs = 20;

const shell = createFakeShellBundle({
  html: ({ composition }) =>
    JSON.stringify(
      Object.fromEntries([composition.shell, ...composition.remotes].map(({ name, version }) => [name, version])),
    ),
});

const root = createTestFolder();
afterEach(closeTestGateways);
let gatewayCount = 0;

const apps = ['shell', 'mf-content', 'mf-cart', 'mf-catalog', 'mf-extra'];

const published = createTestEnvironment(createMemoryStore(new Map()));
const objects = new Map<string, Uint8Array>();
const releases = new Map<string, Release>();

beforeAll(async () => {
  const store = createMemoryStore(objects);
  for (const app of apps) {
    for (const version of ['1', '2', '3']) {
      const server = app === 'shell' ? shell : 'exports.routes = {}';
      const release = await publishBuild(store, { app, version: `${version}.0.0`, content: version, server });
      releases.set(`${app}@${version}`, release);
    }
  }
}, 60_000);

/** A shop whose mf-content and mf-cart have a canary of version 2 for 30 % of the visitors each. */
async function openShop() {
  const { signingKey, trusted } = published;
  const store = createMemoryStore(new Map(objects));
  const environment: TestEnvironment = { ...published, store, signer: createSigner(signingKey, trusted) };
  const ship = (names: string[], options: Partial<PromoteOptions> = {}) =>
    promote(
      environment,
      names.flatMap((name) => releases.get(name) ?? []),
      testAuthor,
      { ...passingGates, ...options },
    );
  await ship(apps.map((app) => `${app}@1`));
  await ship(['mf-catalog@2']);
  await ship(['mf-content@2'], { canary: { share: 30, stages: [{ share: 40, afterMinutes: 600 }] } });
  await ship(['mf-cart@2'], { canary: { share: 30 } });
  return { environment, ship };
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type Step = (shop: Shop) => Promise<unknown>;
type Versions = Record<string, string>;
/** The documents of a visitor, with the index of the gateway that sent each. */
type Seen = { gateway: number; versions: Versions }[];

/** The release store as a gateway reads it: slowly, and not at all the keys that fail. */
const slow = (environment: TestEnvironment, isFailing: (key: string) => boolean = () => false): TestEnvironment => ({
  ...environment,
  store: {
    ...environment.store,
    get: async (key) => {
      await new Promise((resolve) => setTimeout(resolve, readMs));
      if (isFailing(key)) throw new Error('connection reset');
      return environment.store.get(key);
    },
  },
});

/** Requests documents as every visitor at an interval, from the gateways by turns. */
function watchVisitors(gateways: readonly TestGateway[]) {
  const seen = visitors.map((): Seen => []);
  let isWatching = true;
  let requests = 0;
  const visitAll = () =>
    Promise.all(
      visitors.map(async (id, index) => {
        const gateway = requests++ % gateways.length;
        const response = await gateways[gateway]?.get('/mf', { cookie: `visitor=${id}` });
        seen[index]?.push({ gateway, versions: response?.json<Versions>() ?? {} });
      }),
    );
  const watch = async () => {
    while (isWatching) {
      // An odd number of visitors would not suffice: each one must meet each gateway.
      requests++;
      await visitAll();
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    await visitAll();
  };
  const watching = watch();
  return {
    /** Waits until each visitor has got a document that was requested from now on. */
    visit: async () => {
      const counts = seen.map(({ length }) => length);
      await waitUntil(() => seen.every(({ length }, index) => length >= (counts[index] ?? 0) + 2 * gateways.length), {
        message: 'every visitor gets a document',
      });
    },
    stop: async () => {
      isWatching = false;
      await watching;
      return seen;
    },
  };
}

/** Lists the versions of an app in the sequence in which visitors have seen them: `1.0.0 2.0.0`. One entry for each way. */
function listWays(seen: readonly Seen[], app: string): string[] {
  const ways = seen.map((documents) =>
    documents
      .map(({ versions }) => versions[app] ?? 'none')
      .filter((version, index, all) => version !== all[index - 1])
      .join(' '),
  );
  return [...new Set(ways)].sort();
}

/** The ways of visitors through the versions of the apps while nothing changes for them. */
const unchanged: Record<string, string[]> = {
  shell: ['1.0.0'],
  'mf-content': ['1.0.0', '2.0.0'],
  'mf-cart': ['1.0.0', '2.0.0'],
  'mf-catalog': ['2.0.0'],
  'mf-extra': ['1.0.0'],
};

const step = (app: string) => ({ ...passingGates, canary: { app } });
const promoteApp =
  (...names: string[]): Step =>
  ({ ship }) =>
    ship(names);
const startThird: Step = ({ ship }) => ship(['mf-catalog@3'], { canary: { share: 30 } });
const haltApp =
  (app: string): Step =>
  ({ environment }) =>
    halt(environment, testAuthor, { app });
const completeApp =
  (app: string): Step =>
  ({ environment }) =>
    complete(environment, testAuthor, step(app));
const raiseApp =
  (app: string): Step =>
  ({ environment }) =>
    rollout(environment, 60, testAuthor, step(app));

/** Findings of every composition, also of the live one. */
const findings = createTestCheck(async () => [{ gate: 'slots', app: 'mf-catalog', problem: 'a clash', remedy: '' }]);

interface Change {
  name: string;
  /** The gateways serve each step before the next one. A list in the list is made at once. */
  steps: (Step | Step[])[];
  /** The ways of visitors through the versions of apps that change. Those of the other apps are `unchanged`. */
  ways: Record<string, string[]>;
}

const completed = ['1.0.0 2.0.0', '2.0.0'];
const raised = ['1.0.0', '1.0.0 2.0.0', '2.0.0'];
const halted = ['1.0.0', '2.0.0 1.0.0'];

const changes: Change[] = [
  {
    name: 'the rollback of another app',
    steps: [({ environment }) => rollback(environment, testAuthor, { ...passingGates, app: 'mf-catalog' })],
    ways: { 'mf-catalog': ['2.0.0 1.0.0'] },
  },
  {
    name: 'the rollback of the composition',
    steps: [({ environment }) => rollback(environment, testAuthor, { ...passingGates, seq: 1 })],
    ways: { 'mf-catalog': ['2.0.0 1.0.0'] },
  },
  { name: 'a promotion of another app', steps: [promoteApp('mf-catalog@3')], ways: { 'mf-catalog': ['2.0.0 3.0.0'] } },
  { name: 'a promotion of the shell', steps: [promoteApp('shell@2')], ways: { shell: ['1.0.0 2.0.0'] } },
  {
    name: 'the removal of another app',
    steps: [({ ship }) => ship([], { removed: ['mf-extra'] })],
    ways: { 'mf-extra': ['1.0.0 none'] },
  },
  {
    name: 'a forced promotion of another app',
    steps: [({ ship }) => ship(['mf-catalog@3'], { check: findings, isForced: true })],
    ways: { 'mf-catalog': ['2.0.0 3.0.0'] },
  },
  {
    name: 'two promotions at once',
    steps: [[promoteApp('mf-catalog@3'), promoteApp('mf-extra@2')]],
    ways: { 'mf-catalog': ['2.0.0 3.0.0'], 'mf-extra': ['1.0.0 2.0.0'] },
  },
  {
    name: 'a promotion and its rollback',
    steps: [
      promoteApp('mf-extra@2'),
      ({ environment }) => rollback(environment, testAuthor, { ...passingGates, app: 'mf-extra' }),
    ],
    ways: { 'mf-extra': ['1.0.0 2.0.0 1.0.0'] },
  },
  {
    name: 'the start and the halt of a third canary',
    steps: [startThird, haltApp('mf-catalog')],
    ways: { 'mf-catalog': ['2.0.0', '2.0.0 3.0.0 2.0.0'] },
  },
  {
    name: 'the start and the completion of a third canary',
    steps: [startThird, completeApp('mf-catalog')],
    ways: { 'mf-catalog': ['2.0.0 3.0.0'] },
  },
  {
    name: 'the completion of a canary with two others',
    steps: [startThird, completeApp('mf-cart')],
    ways: { 'mf-cart': completed, 'mf-catalog': ['2.0.0', '2.0.0 3.0.0'] },
  },
  { name: 'a higher share of another canary', steps: [raiseApp('mf-cart')], ways: { 'mf-cart': raised } },
  { name: 'the halt of another canary', steps: [haltApp('mf-cart')], ways: { 'mf-cart': halted } },
  { name: 'the completion of another canary', steps: [completeApp('mf-cart')], ways: { 'mf-cart': completed } },
  {
    name: 'the completion of another canary and a promotion at once',
    steps: [[completeApp('mf-cart'), promoteApp('mf-catalog@3')]],
    ways: { 'mf-cart': completed, 'mf-catalog': ['2.0.0 3.0.0'] },
  },
  {
    name: 'a promotion of the version of another canary and of a further app',
    steps: [promoteApp('mf-cart@2', 'mf-catalog@3')],
    ways: { 'mf-cart': completed, 'mf-catalog': ['2.0.0 3.0.0'] },
  },
  {
    name: 'a promotion of the app of another canary',
    steps: [promoteApp('mf-cart@3')],
    ways: { 'mf-cart': ['1.0.0 3.0.0', '2.0.0 3.0.0'] },
  },
  { name: 'a lock', steps: [({ environment }) => lock(environment, 'mf-catalog', testAuthor)], ways: {} },
  {
    name: 'a pause of its stages and their resumption',
    steps: [
      ({ environment }) => pause(environment, testAuthor, { app: 'mf-content' }),
      ({ environment }) => resume(environment, testAuthor, { app: 'mf-content' }),
    ],
    ways: {},
  },
  { name: 'a higher share of its own', steps: [raiseApp('mf-content')], ways: { 'mf-content': raised } },
  { name: 'its own completion', steps: [completeApp('mf-content')], ways: { 'mf-content': completed } },
  {
    name: 'its own completion and the rebuild of the others by a promotion',
    steps: [completeApp('mf-content'), promoteApp('shell@2')],
    ways: { 'mf-content': completed, shell: ['1.0.0 2.0.0'] },
  },
  { name: 'its own halt', steps: [haltApp('mf-content')], ways: { 'mf-content': halted } },
];

const waitForHead = async (environment: TestEnvironment, gateways: readonly TestGateway[]) => {
  const seq = (await readLiveState(environment))?.head.seq;
  await waitUntil(() => gateways.every(({ watcher }) => watcher.change() === seq), {
    timeoutMs: 60_000,
    message: `the gateways serve change ${seq}`,
  });
};

const getWays = (seen: readonly Seen[]) => Object.fromEntries(apps.map((app) => [app, listWays(seen, app)]));

/** Makes the steps of a change. The gateways serve each one, and every visitor sees it, before the next one. */
async function makeChange(shop: Shop, steps: Change['steps'], gateways: readonly TestGateway[]) {
  const { visit, stop } = watchVisitors(gateways);
  await visit();
  for (const made of steps) {
    for (const make of [made].flat()) await make(shop);
    await waitForHead(shop.environment, gateways);
    await visit();
  }
  return stop();
}

it.each(changes)('a visitor keeps each version through $name, apart from what changes', async ({ steps, ways }) => {
  const shop = await openShop();
  const options = { environment: slow(shop.environment), isInProcess: true };
  // The second gateway looks for changes less often.
  const gateways = [await openTestGateway(options), await openTestGateway({ ...options, interval: 400 })];
  const seen = await makeChange(shop, steps, gateways);
  for (const index of gateways.keys()) {
    const ofGateway = seen.map((documents) => documents.filter(({ gateway }) => gateway === index));
    expect(getWays(ofGateway)).toEqual({ ...unchanged, ...ways });
  }
  // A visitor who changes between the gateways sees what changes more than once, and nothing else.
  expect({ ...getWays(seen), ...ways }).toEqual({ ...unchanged, ...ways });
});

describe('restart', () => {
  const openState = async (dataDir: string, onError: (message: string) => void) => {
    const owner = { dataDir, env: 'production', store: 'here', onError };
    return { watermark: await loadHeadWatermark(owner), cache: createCompositionCache(owner) };
  };

  /** Keys that a restarted gateway cannot read at first. */
  const failures: [name: string, isFailing: (key: string) => boolean][] = [
    ['can be read', () => false],
    ['cannot be read', () => true],
    ['has compositions that cannot be read', (key) => key.includes('/compositions/')],
    ['has releases of canaries that cannot be read', (key) => /^r\/mf-(content|cart)\/2/.test(key)],
    ['has a HEAD that can be read alone', (key) => key !== getHeadKey('production')],
  ];
  const betweens: [name: string, step: Step | null, ways: Record<string, string[]>][] = [
    ['nothing has changed', null, {}],
    ['another app has changed', promoteApp('mf-catalog@3'), { 'mf-catalog': ['2.0.0 3.0.0'] }],
    ['another canary was completed', completeApp('mf-cart'), { 'mf-cart': completed }],
  ];
  const cases = failures.flatMap(([store, isFailing]) =>
    betweens.map(([between, step, ways]) => ({ store, isFailing, between, step, ways })),
  );

  it.each(cases)('a visitor keeps each version when $between and the release store $store', async (restart) => {
    const shop = await openShop();
    const dataDir = path.join(root, String(++gatewayCount));
    const messages: string[] = [];
    const start = async (isFailing: (key: string) => boolean) =>
      openTestGateway({
        environment: slow(shop.environment, isFailing),
        isInProcess: true,
        state: await openState(dataDir, (message) => messages.push(message)),
      });
    const first = await start(() => false);
    const before = watchVisitors([first]);
    await before.visit();
    const seenBefore = await before.stop();
    await first.close();
    await restart.step?.(shop);
    let isBroken = true;
    const second = await start((key) => isBroken && restart.isFailing(key));
    const after = watchVisitors([second]);
    await after.visit();
    isBroken = false;
    await waitForHead(shop.environment, [second]);
    await after.visit();
    const seenAfter = await after.stop();
    const seen = seenBefore.map((documents, index) => [...documents, ...(seenAfter[index] ?? [])]);
    expect(getWays(seen)).toEqual({ ...unchanged, ...restart.ways });
    expect(messages).toEqual([]);
  });
});
