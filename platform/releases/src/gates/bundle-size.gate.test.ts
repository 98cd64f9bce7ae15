import type { Release } from '../release/release';
import { checkGate, fakeRemote } from '../testing/gate-fixture';
import { bundleSizeGate } from './bundle-size.gate';

const sized = (kilobytes: number) => ({ size: kilobytes * 3000, integrity: 'sha384-x', compressed: kilobytes * 1024 });
const provides = { form: { version: '1.0.0', files: ['f.js'] }, field: { version: '1.0.0', files: ['f.js'] } };

/** A remote whose one page has a script. */
const createOwner = (kilobytes: number, lazyShared: string[] = []): Release => ({
  ...fakeRemote,
  files: { 'remote-entry.js': sized(5), 'home.js': sized(kilobytes) },
  paths: { home: { pattern: '/a', access: 'open', files: ['home.js'], lazyShared } },
});

const createSlotComponent = (kilobytes: number, lazyShared: string[] = []): Release => ({
  ...fakeRemote,
  app: 'mf-reviews',
  version: '1.2.3',
  files: { 'remote-entry.js': sized(5), 's.js': sized(kilobytes), 's.css': sized(1) },
  paths: {},
  slots: { 'product.below': { order: 100, files: ['s.js'], styles: ['s.css'], lazyShared } },
});

it('rejects a first load of more than 250 KB, and counts shared files once', async () => {
  const shell = { provides, files: { 'main.js': sized(100), 'f.js': sized(40) } };
  const check = (kilobytes: number) =>
    checkGate(bundleSizeGate, { shell, remotes: [createOwner(kilobytes, ['form', 'field'])] });
  expect(await check(105)).toEqual([]);
  expect(await check(106)).toMatchObject([
    {
      app: 'mf-a',
      problem: 'the first load of /a takes 251 KB of scripts, 111 of them its own, over the limit of 250 KB',
    },
  ]);
});

it('rejects a filler of a slot of more than 40 KB, and names app, version, slot, bytes and limit', async () => {
  const shell = { provides, files: { 'main.js': sized(100), 'f.js': sized(20) } };
  const check = (kilobytes: number) =>
    checkGate(bundleSizeGate, { shell, remotes: [createSlotComponent(kilobytes, ['form'])] });
  expect(await check(14)).toEqual([]);
  expect(await check(15)).toEqual([
    {
      app: 'mf-reviews',
      problem:
        'version 1.2.3 fills product.below with 41984 bytes of scripts and style sheets, 20480 of them shared modules that it makes the page load, over the limit of 40960 bytes',
      key: 'mf-reviews@1.2.3 slot product.below',
      remedy: 'make it smaller: the release.json of mf-reviews lists the size of each file',
      measured: 41_984,
    },
  ]);
});
