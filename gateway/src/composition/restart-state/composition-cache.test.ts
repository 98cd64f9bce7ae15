import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { complete, halt, rollout } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createGateway } from '../../app';
import { watchComposition } from '../composition-watcher';
import { createCompositionCache, createLazyStore } from './composition-cache';
import { loadHeadWatermark } from './head-watermark';

const root = mkdtempSync(path.join(tmpdir(), 'kept-composition-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

const server = (name: string) => `
exports.provided = {};
exports.renderDocument = ({ composition, pathname }) => ({
  status: 200, html: '${name} ' + composition.remotes.length + pathname, inlineScripts: [], apiOrigin: 'http://x',
});`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A shop with a remote, and a gateway that can be started again and again over what it keeps on disk. */
async function openShop() {
  const folder = path.join(root, String(++count));
  const [releases, dataDir] = [path.join(folder, 'releases'), path.join(folder, 'data')];
  const store = createFileSystemStore(releases);
  const environment = createTestEnvironment(store);
  const publishApp = (app: string, version: string) => {
    const appRoot = writeFakeBuild({ app, version, content: version, server: server(version) });
    return publish(store, { appRoot, commit: '' });
  };
  await promote(
    environment,
    [await publishApp('shell', '1.0.0'), await publishApp('mf', '1.0.0')],
    testAuthor,
    passingGates,
  );

  const start = async () => {
    const errors: string[] = [];
    const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
    const remembered = { dataDir, env: 'production', store: 'here', onError };
    const seen = await loadHeadWatermark(remembered);
    const kept = createCompositionCache(remembered);
    const watcher = await watchComposition({ environment, interval: 5, seen, kept, onError });
    const { current, canary, isDegraded, stop } = watcher;
    const app = createGateway({
      settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
      store,
      directory: { storeInfo: async () => null, productIds: async () => null },
      current,
      canary,
      isDegraded,
    });
    const close = async () => {
      await stop();
      await app.close();
    };
    closing.push(close);
    const ask = async (headers: Record<string, string> = {}) => {
      const { statusCode, body } = await app.inject({ url: '/', headers });
      return [statusCode, body];
    };
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { ask, errors, watcher, until, close, folder: kept.folder };
  };
  /** A gateway comes, sees what is live, and goes. */
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

describe('a gateway that starts again', () => {
  it.each<[string, (shop: Shop) => void, string]>([
    ['the store is gone', ({ releases }) => rmSync(releases, { recursive: true }), 'has no HEAD in the release store'],
    ['HEAD is damaged', ({ headFile }) => writeFileSync(headFile, '{"seq":'), 'it is not JSON'],
    [
      'files are gone',
      ({ releases }) => rmSync(path.join(releases, 'r'), { recursive: true }),
      'is not in the release',
    ],
  ])('while %s serves what was last good, and says so', async (_, breakStore, trouble) => {
    const shop = await openShop();
    await shop.startOnce();
    breakStore(shop);
    const { ask, errors, folder } = await shop.start();
    expect(await ask()).toEqual([200, '1.0.0 1/']);
    expect(errors).toEqual([
      expect.stringContaining(trouble),
      `until it can be, change 1 is served as it was kept in ${folder}`,
    ]);
  });

  it('keeps the canary, too, and not what is over', async () => {
    const shop = await openShop();
    const next = await shop.publishApp('shell', '2.0.0');
    await promote(shop.environment, [next], testAuthor, { ...passingGates, canaryShare: 100 });
    const { folder } = await shop.startOnce();
    renameSync(shop.releases, `${shop.releases}-gone`);
    const { ask, close } = await shop.start();
    expect(await ask()).toEqual([200, '2.0.0 1/']);
    await close();
    renameSync(`${shop.releases}-gone`, shop.releases);
    await halt(shop.environment, testAuthor);
    await shop.startOnce();
    const files = await createFileSystemStore(folder).list('r/shell/');
    expect(files.map((key) => key.replace(/-[0-9a-f]{12}/, ''))).toEqual([
      'r/shell/1.0.0/node/server.cjs',
      'r/shell/1.0.0/release.json',
    ]);
  });

  it('knows what became of a canary that runs: its share and lists are HEAD’s', async () => {
    const shop = await openShop();
    const next = await shop.publishApp('shell', '2.0.0');
    const lists = { staff: true as const, regions: ['KA'] };
    await promote(shop.environment, [next], testAuthor, { ...passingGates, canaryShare: 1, canaryAllowlist: lists });
    const { watcher, until } = await shop.start();
    const shown = () => {
      const { share, staff, regions } = watcher.canary() ?? {};
      return { share, staff, regions };
    };
    expect(shown()).toEqual({ share: 1, ...lists });
    await rollout(shop.environment, 50, testAuthor, passingGates);
    await until(() => watcher.canary()?.share === 50);
    expect(shown()).toEqual({ share: 50, ...lists });
    await complete(shop.environment, testAuthor, passingGates);
    await until(() => watcher.canary() === null);
    expect(watcher.current()?.composition.shell.version).toBe('2.0.0');
  });

  it('follows the store when it is there again', async () => {
    const shop = await openShop();
    await shop.startOnce();
    renameSync(shop.releases, `${shop.releases}-gone`);
    const { ask, watcher, until } = await shop.start();
    renameSync(`${shop.releases}-gone`, shop.releases);
    await until(() => !watcher.isDegraded());
    await promote(shop.environment, [await shop.publishApp('shell', '2.0.0')], testAuthor, passingGates);
    await until(() => watcher.current()?.composition.seq === 2);
    expect(await ask()).toEqual([200, '2.0.0 1/']);
  });

  it('serves nothing from its disk that is not to the byte what was signed', async () => {
    const shop = await openShop();
    const { folder } = await shop.startOnce();
    rmSync(shop.releases, { recursive: true });
    const [release = ''] = readdirSync(path.join(folder, 'r/shell'));
    writeFileSync(path.join(folder, 'r/shell', release, 'node/server.cjs'), server('evil'));
    const { ask, errors } = await shop.start();
    const sentence = 'its releases cannot be read or trusted right now';
    expect(await ask()).toEqual([503, expect.stringContaining(sentence)]);
    expect(errors.at(-1)).toContain('has other bytes than its release says');
  });

  it('does not serve an older composition than it saw', async () => {
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
    expect(errors.at(-1)).toBe(`change 1 is kept in ${folder}, and 2 was seen`);
  });

  it('without anything kept tells trouble from a shop without a promotion', async () => {
    const shop = await openShop();
    writeFileSync(shop.headFile, '');
    const broken = await shop.start();
    expect(await broken.ask()).toEqual([503, expect.stringContaining('cannot be read or trusted right now')]);
    expect(broken.errors).toHaveLength(1);
    rmSync(shop.headFile);
    await broken.until(() => !broken.watcher.isDegraded());
    expect(await broken.ask()).toEqual([503, expect.stringContaining('nothing has been promoted yet')]);
  });

  it('is warned when its disk keeps nothing, and serves all the same', async () => {
    const shop = await openShop();
    writeFileSync(shop.dataDir, 'a file in its place');
    const { ask, errors, watcher } = await shop.start();
    expect(await ask()).toEqual([200, '1.0.0 1/']);
    await watcher.stop();
    expect(errors).toContainEqual(expect.stringContaining('cannot keep what is live'));
  });
});

test('a store that is out of reach at first is opened when it answers, once', async () => {
  let attempts = 0;
  const store = createLazyStore(async () => {
    if (++attempts === 1) throw new Error('down');
    return createFileSystemStore(path.join(root, 'late'));
  });
  await expect(store.get('a.json')).rejects.toThrow('down');
  expect(await Promise.all([store.get('a.json'), store.list('r/')])).toEqual([null, []]);
  expect(attempts).toBe(2);
});
