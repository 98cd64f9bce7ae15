import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createInProcessPools } from '../testing/in-process-pools';
import { publishFake } from '../testing/publish-fake';
import { watchComposition } from './composition-watcher';
import { loadHeadWatermark } from './head-watermark';

const root = mkdtempSync(path.join(tmpdir(), 'head-watermark-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let shopCount = 0;

/** A release store with two changes, and a gateway that can be restarted. */
async function openShop() {
  const folder = path.join(root, String(++shopCount));
  const store = createFileSystemStore(path.join(folder, 'releases'));
  const environment = createTestEnvironment(store);
  const heads: Uint8Array[] = [];
  for (const version of ['1.0.0', '2.0.0']) {
    const release = await publishFake(store, { app: 'shell', version, content: version });
    await promote(environment, [release], testAuthor, passingGates);
    heads.push((await store.get(getHeadKey('production')))?.bytes ?? new Uint8Array());
  }
  const headFile = path.join(folder, 'releases', getHeadKey('production'));
  const dataDir = path.join(folder, 'data');

  /** Starts a gateway and stops it. @returns The change that it served, and its errors. */
  const runGateway = async (storeName = 'here') => {
    const errors: string[] = [];
    const watermark = await loadHeadWatermark({
      dataDir,
      env: 'production',
      store: storeName,
      onError: (message) => errors.push(message),
    });
    const watcher = await watchComposition({
      environment,
      pools: createInProcessPools(),
      interval: 60_000,
      watermark,
      onError: (error) => errors.push(error instanceof Error ? error.message : String(error)),
    });
    await watcher.stop();
    return { servedSeq: watcher.current()?.composition.seq ?? null, errors };
  };

  const getStateFiles = () =>
    readdirSync(path.join(dataDir, 'gateway')).map((name) => path.join(dataDir, 'gateway', name));
  return { runGateway, getStateFiles, replay: () => writeFileSync(headFile, heads[0] ?? ''), dataDir };
}

test('rejects a HEAD after a restart when it is older than the one seen before', async () => {
  const { runGateway, replay, getStateFiles } = await openShop();
  expect(await runGateway()).toEqual({ servedSeq: 2, errors: [] });
  expect(await runGateway()).toEqual({ servedSeq: 2, errors: [] });
  replay();
  const { servedSeq, errors } = await runGateway();
  expect(servedSeq).toBeNull();
  expect(errors).toEqual([
    `production went back from change 2 to 1: the gateway rejects it as a replay. If the release store was created again, remove ${getStateFiles()[0]}`,
  ]);
});

test('keeps a watermark for each release store', async () => {
  const { runGateway, replay } = await openShop();
  await runGateway();
  replay();
  expect(await runGateway('elsewhere')).toEqual({ servedSeq: 1, errors: [] });
});

test.each(['', '{"seq":"many"}'])(
  'warns once about a watermark file that contains %j, serves on and repairs the file',
  async (text) => {
    const { runGateway, getStateFiles } = await openShop();
    await runGateway();
    const [file = ''] = getStateFiles();
    writeFileSync(file, text);
    expect(await runGateway()).toEqual({
      servedSeq: 2,
      errors: [`${file} cannot be read. Until the next HEAD is seen, the gateway would accept an older one.`],
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ seq: 2 });
  },
);

test('writes the watermark again after a write that failed', async () => {
  const { dataDir } = await openShop();
  const errors: string[] = [];
  const options = { dataDir, env: 'production', store: 'here', onError: (message: string) => errors.push(message) };
  writeFileSync(dataDir, 'a file in place of the folder');
  const watermark = await loadHeadWatermark(options);
  await watermark.raise(2);
  rmSync(dataDir);
  await watermark.raise(2);
  expect(errors.at(-1)).toContain('cannot be written');
  expect((await loadHeadWatermark(options)).seq).toBe(2);
});
