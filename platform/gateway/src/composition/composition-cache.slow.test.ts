import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { halt } from '@shop/releases/actions/rollout';
import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { liveLimits } from '../rendering/renderer-limits';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { createCompositionCache } from './composition-cache';
import { loadHeadWatermark } from './head-watermark';

const root = createTestFolder();
let shopCount = 0;

const createServer = (name: string) =>
  createFakeShellBundle({
    data: { name },
    html: ({ composition, pathname }, data) => `${data.name} ${composition.remotes.length}${pathname}`,
    renderPage: async ({ pathname, language }, { texts = {} }) => ({
      kind: 'page',
      document: {
        status: 200,
        html: [pathname, language, ...Object.values(texts).map(({ Cart }) => Cart)].join(' '),
        inlineScripts: [],
        apiOrigin: 'http://localhost:8044',
      },
    }),
  });

afterEach(closeTestGateways);
afterEach(() => jest.useRealTimers());

/** A shop with a remote, and a gateway that can be restarted with the state that it keeps on disk. */
async function openShop() {
  const folder = path.join(root, String(++shopCount));
  const [releases, dataDir] = [path.join(folder, 'releases'), path.join(folder, 'data')];
  const store = createFileSystemStore(releases);
  const environment = createTestEnvironment(store);
  const publishApp = (app: string, version: string) =>
    publishBuild(store, {
      app,
      version,
      content: version,
      server: createServer(version),
      paths: app === 'shell' ? {} : { home: '/' },
      texts: { hi: { Cart: 'कार्ट' } },
    });
  await promote(
    environment,
    [await publishApp('shell', '1.0.0'), await publishApp('mf', '1.0.0')],
    testAuthor,
    passingGates,
  );

  const start = async ({ rendersPages = false } = {}) => {
    const errors: string[] = [];
    const onError = (message: string) => errors.push(message);
    const stateOptions = { dataDir, env: 'production', store: 'here', onError };
    const cache = createCompositionCache(stateOptions);
    const state = { watermark: await loadHeadWatermark(stateOptions), cache };
    const { app, watcher, close } = await openTestGateway({
      environment,
      errors,
      state,
      isInProcess: !rendersPages,
      limits: { ...liveLimits, firstRenderTimeoutMs: 5000 },
      readData: () => Promise.reject(new Error('There is no store API.')),
    });
    const ask = async (headers: Record<string, string> = {}, url = '/') => {
      const { statusCode, body } = await app.inject({ url, headers });
      return [statusCode, body];
    };
    return { ask, errors, watcher, close, folder: cache.folder };
  };
  /** Starts a gateway, which caches the live composition, and stops it. */
  const startOnce = async () => {
    const { close, ...gateway } = await start();
    await close();
    return gateway;
  };
  return {
    releases,
    headFile: path.join(releases, getHeadKey('production')),
    dataDir,
    environment,
    publishApp,
    start,
    startOnce,
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

describe('restart', () => {
  it.each<[string, (shop: Shop) => void, string]>([
    ['the store is gone', ({ releases }) => rmSync(releases, { recursive: true }), 'has no HEAD in the release store'],
    ['HEAD is damaged', ({ headFile }) => writeFileSync(headFile, '{"seq":'), 'it is not JSON'],
    [
      'files are gone',
      ({ releases }) => rmSync(path.join(releases, 'r'), { recursive: true }),
      'is not in the release',
    ],
  ])('serves the cached composition and reports it when %s', async (_, breakStore, message) => {
    const shop = await openShop();
    await shop.startOnce();
    breakStore(shop);
    const { ask, errors, folder } = await shop.start();
    expect(await ask()).toEqual([200, '1.0.0 1/']);
    expect(errors).toEqual([expect.stringContaining(message), `until it can be, change 1 is served from ${folder}`]);
  });

  it('renders pages with the cached code and texts', async () => {
    const shop = await openShop();
    const { close } = await shop.start({ rendersPages: true });
    await close();
    rmSync(shop.releases, { recursive: true });
    const { ask, watcher } = await shop.start({ rendersPages: true });
    await watcher.current()?.renderer.whenPrepared();
    expect(await ask({}, '/hi')).toEqual([200, '/ hi कार्ट कार्ट']);
  });

  it.each<[string, (file: string) => void]>([
    ['damaged', (file) => writeFileSync(file, 'damaged')],
    ['missing', (file) => rmSync(file)],
  ])('repairs a cached file of a page that is %s', async (_, damage) => {
    const shop = await openShop();
    const { folder } = await shop.startOnce();
    const [release = ''] = readdirSync(path.join(folder, 'r/mf'));
    const file = path.join(folder, 'r/mf', release, 'node/server.cjs');
    const before = readFileSync(file, 'utf8');
    damage(file);
    await shop.startOnce();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('caches the canary, and removes releases that are no longer served', async () => {
    const shop = await openShop();
    const next = await shop.publishApp('shell', '2.0.0');
    await promote(shop.environment, [next], testAuthor, { ...passingGates, canary: { share: 100 } });
    const { folder } = await shop.startOnce();
    renameSync(shop.releases, `${shop.releases}-gone`);
    const { ask, close } = await shop.start();
    expect(await ask({ cookie: `visitor=${randomUUID()}` })).toEqual([200, '2.0.0 1/']);
    await close();
    renameSync(`${shop.releases}-gone`, shop.releases);
    await halt(shop.environment, testAuthor);
    await shop.startOnce();
    const files = await createFileSystemStore(folder).list('r/shell/');
    expect(files.map((key) => key.replace(/-[0-9a-f]{12}/, ''))).toEqual([
      'r/shell/1.0.0/node/server.cjs',
      'r/shell/1.0.0/release.json',
      'r/shell/1.0.0/texts/shell.hi.json',
    ]);
  });

  it('rejects a cached file whose bytes differ from the signed ones', async () => {
    const shop = await openShop();
    const { folder } = await shop.startOnce();
    rmSync(shop.releases, { recursive: true });
    const [release = ''] = readdirSync(path.join(folder, 'r/shell'));
    writeFileSync(path.join(folder, 'r/shell', release, 'node/server.cjs'), createServer('evil'));
    const { ask, errors } = await shop.start();
    const message = 'its releases cannot be read or trusted right now';
    expect(await ask()).toEqual([503, expect.stringContaining(message)]);
    expect(errors.at(-1)).toContain('has other bytes than its release says');
  });

  it('rejects a cached composition that is older than the watermark', async () => {
    const shop = await openShop();
    const { folder } = await shop.startOnce();
    cpSync(folder, `${folder}-old`, { recursive: true });
    await promote(shop.environment, [await shop.publishApp('shell', '2.0.0')], testAuthor, passingGates);
    await shop.startOnce();
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-old`, folder);
    rmSync(shop.releases, { recursive: true });
    const { ask, errors } = await shop.start();
    expect(await ask()).toEqual([503, expect.any(String)]);
    expect(errors.at(-1)).toBe(`change 1 is in ${folder}, and change 2 was seen`);
  });

  it('warns when the cache cannot be written, and serves from the release store', async () => {
    const shop = await openShop();
    writeFileSync(shop.dataDir, 'a file in place of the folder');
    const { ask, errors, watcher } = await shop.start();
    expect(await ask()).toEqual([200, '1.0.0 1/']);
    await watcher.stop();
    expect(errors).toContainEqual(
      expect.stringContaining('cannot be written, so a restart without the release store would serve nothing'),
    );
  });
});

it.each([
  ['does not end', () => new Promise<never>(() => {}), 'no response within 5000 ms'],
  ['fails', () => Promise.reject(new Error('connection reset')), 'connection reset'],
])('a file of a page whose read %s is reported, and the next one is cached', async (_, read, reason) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  const errors: string[] = [];
  const { folder, hasSnapshot, save, store } = createCompositionCache({
    dataDir: path.join(root, String(++shopCount)),
    env: 'production',
    store: 'here',
    onError: (message) => errors.push(message),
  });
  let begin = () => {};
  const reading = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const get = async (key: string) => {
    if (key !== 'r/mf-a/server.cjs') return { bytes: Buffer.from(key), tag: '1' };
    begin();
    return read();
  };
  const optionalKeys = ['r/mf-a/server.cjs', 'r/mf-b/server.cjs'];
  const snapshot = { head: Buffer.from('{}'), keys: [], optionalKeys, bytesByKey: new Map() };
  const saving = save({ ...snapshot, isIntact: () => true }, { ...createMemoryStore(new Map()), get });
  await reading;
  await jest.advanceTimersByTimeAsync(5000);
  await saving;
  expect(await hasSnapshot()).toBe(true);
  expect(await Promise.all(optionalKeys.map(async (key) => (await store.get(key))?.bytes.toString()))).toEqual([
    undefined,
    'r/mf-b/server.cjs',
  ]);
  const problem = 'lacks files of pages, so browsers would render them after a restart without the release store';
  expect(errors).toEqual([`${folder} ${problem}: ${reason}.`]);
});
