import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { watchComposition } from '../composition-watcher';
import { loadHeadWatermark } from './head-watermark';

const root = mkdtempSync(path.join(tmpdir(), 'seen-head-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

/** A release store with two changes, and a gateway that can be started again and again. */
async function openShop() {
  const folder = path.join(root, String(++count));
  const store = createFileSystemStore(path.join(folder, 'releases'));
  const environment = createTestEnvironment(store);
  const heads: Uint8Array[] = [];
  for (const version of ['1.0.0', '2.0.0']) {
    const appRoot = writeFakeBuild({ app: 'shell', version, content: version });
    await promote(environment, [await publish(store, { appRoot, commit: '' })], testAuthor, passingGates);
    heads.push((await store.get(getHeadKey('production')))?.bytes ?? new Uint8Array());
  }
  const headFile = path.join(folder, 'releases', getHeadKey('production'));
  const dataDir = path.join(folder, 'data');
  /** Starts a gateway and stops it. @returns What it serves, and what it complained about. */
  const start = async (of = 'here') => {
    const errors: string[] = [];
    const seen = await loadHeadWatermark({
      dataDir,
      env: 'production',
      store: of,
      onError: (sentence) => errors.push(sentence),
    });
    const watcher = await watchComposition({
      environment,
      interval: 60_000,
      seen,
      onError: (error) => errors.push(error instanceof Error ? error.message : String(error)),
    });
    await watcher.stop();
    return { serves: watcher.current()?.composition.seq ?? null, errors };
  };
  const files = () => readdirSync(path.join(dataDir, 'gateway')).map((name) => path.join(dataDir, 'gateway', name));
  return { start, files, replay: () => writeFileSync(headFile, heads[0] ?? ''), dataDir };
}

test('a restarted gateway refuses a HEAD that is older than the one it saw before', async () => {
  const { start, replay, files } = await openShop();
  expect(await start()).toEqual({ serves: 2, errors: [] });
  expect(await start()).toEqual({ serves: 2, errors: [] });
  replay();
  const { serves, errors } = await start();
  expect(serves).toBeNull();
  expect(errors).toEqual([
    `production went back from change 2 to 1: refused, as a replay. If the release store was begun anew, remove ${files()[0]}`,
  ]);
});

test('another release store has changes of its own', async () => {
  const { start, replay } = await openShop();
  await start();
  replay();
  expect(await start('elsewhere')).toEqual({ serves: 1, errors: [] });
});

test.each(['', '{"seq":', '{"seq":"many"}', '[]'])(
  'a file that holds %j is one warning, not an outage',
  async (text) => {
    const { start, files } = await openShop();
    await start();
    const [file = ''] = files();
    writeFileSync(file, text);
    expect(await start()).toEqual({
      serves: 2,
      errors: [`${file} cannot be read: until HEAD is seen again, an older one would be accepted.`],
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ seq: 2 });
  },
);

test('a folder that cannot be written is a warning', async () => {
  const { start, dataDir } = await openShop();
  writeFileSync(dataDir, 'a file in its place');
  const { serves, errors } = await start();
  expect(serves).toBe(2);
  expect(errors.at(-1)).toContain('cannot be written');
});
