import { getReleasePrefix, type Release } from '../release/release';
import { checkGate, fakeRemote } from '../testing/gate-fixture';
import { createMemoryStore } from '../testing/memory-store';
import { publishFake } from '../testing/test-shop';
import { createBundleSizeGate } from './bundle-size.gate';

const sized = (kilobytes: number) => ({ size: kilobytes * 3000, integrity: 'sha384-x', compressed: kilobytes * 1024 });

it('rejects a first load over the limit', async () => {
  expect(await checkGate(createBundleSizeGate({ firstLoad: 2.999 }), {})).toMatchObject([
    {
      app: 'mf-a',
      problem: expect.stringMatching(/^the first load of \/a takes 3 KB of scripts, 2 of them its own/),
    },
  ]);
  expect(await checkGate(createBundleSizeGate({ firstLoad: 3 }), {})).toEqual([]);
});

it('adds the sizes that were measured at publishing, and counts shared files once', async () => {
  const provides = { form: { version: '1.0.0', files: ['f.js'] }, field: { version: '1.0.0', files: ['f.js'] } };
  const files = { 'main.js': sized(100), 'f.js': sized(40) };
  const home = { pattern: '/a', access: 'open' as const, files: [], lazyShared: ['form', 'field'] };
  const remotes = [{ ...fakeRemote, paths: { home: { ...home, firstLoad: 20 * 1024 } } }];
  expect(await checkGate(createBundleSizeGate({ firstLoad: 160 }), { shell: { provides, files }, remotes })).toEqual(
    [],
  );
  expect(
    await checkGate(createBundleSizeGate({ firstLoad: 159 }), { shell: { provides, files }, remotes }),
  ).toMatchObject([
    { problem: 'the first load of /a takes 160 KB of scripts, 20 of them its own, over the limit of 159 KB' },
  ]);
});

it('reads the stored files of a release without measured sizes', async () => {
  const store = createMemoryStore(new Map());
  const [shell, remote] = [await publishFake(store, 'shell'), await publishFake(store, 'mf-a')];
  const unmeasured = (release: Release): Partial<Release> => ({
    files: Object.fromEntries(
      Object.entries(release.files).map(([name, { size, integrity }]) => [name, { size, integrity }]),
    ),
    paths: Object.fromEntries(Object.entries(release.paths).map(([id, { firstLoad: _, ...path }]) => [id, path])),
  });
  const older = { store, shell: { ...shell, ...unmeasured(shell) }, remotes: [{ ...remote, ...unmeasured(remote) }] };
  const total = [shell, remote].map((release) => store.list(getReleasePrefix(release)));
  const keys = (await Promise.all(total)).flat().filter((key) => /(main|remote-entry|home)\.js\.br$/.test(key));
  const stored = await Promise.all(keys.map((key) => store.get(key)));
  const kilobytes = stored.reduce((sum, file) => sum + (file?.bytes.length ?? 0), 0) / 1024;
  expect(await checkGate(createBundleSizeGate({ firstLoad: kilobytes }), older)).toEqual([]);
  expect(await checkGate(createBundleSizeGate({ firstLoad: kilobytes - 0.001 }), older)).toHaveLength(1);
});

describe('with a filler of a slot', () => {
  const filler = { order: 100, files: ['s.js'], styles: ['s.css'], lazyShared: ['form'] };
  const provides = { form: { version: '1.0.0', files: ['f.js'] } };
  const shellFiles = { 'main.js': sized(100), 'f.js': sized(40), 'slots.js': sized(2) };
  const createFiller = (): Release => ({
    ...fakeRemote,
    app: 'mf-reviews',
    version: '1.2.3',
    files: { 'remote-entry.js': sized(5), 's.js': sized(10), 's.css': sized(1) },
    paths: {},
    slots: { 'product.below': filler },
  });

  it('rejects a filler over the limit, and names app, version, slot, bytes and limit', async () => {
    const remotes = [createFiller()];
    expect(
      await checkGate(createBundleSizeGate({ filler: 56 }), { shell: { provides, files: shellFiles }, remotes }),
    ).toEqual([]);
    expect(
      await checkGate(createBundleSizeGate({ filler: 55 }), { shell: { provides, files: shellFiles }, remotes }),
    ).toEqual([
      {
        app: 'mf-reviews',
        problem:
          'version 1.2.3 fills product.below with 57344 bytes of scripts and style sheets, 40960 of them shared modules that it makes the page load, over the limit of 56320 bytes',
        remedy: 'make it smaller: the release.json of mf-reviews lists the size of each file',
      },
    ]);
  });

  it('limits a filler to 40 KB without a setting', async () => {
    const over = await checkGate(createBundleSizeGate(), {
      shell: { provides, files: shellFiles },
      remotes: [createFiller()],
    });
    expect(over).toHaveLength(1);
    const small = { ...createFiller(), slots: { 'product.below': { ...filler, lazyShared: [] } } };
    expect(await checkGate(createBundleSizeGate(), { shell: { files: shellFiles }, remotes: [small] })).toEqual([]);
  });

  it('counts the scripts of slots in each first load of a composition with a filler', async () => {
    const page = {
      ...fakeRemote,
      paths: { home: { pattern: '/a', access: 'open' as const, files: [], lazyShared: [] } },
    };
    const owner = { ...page, files: { 'remote-entry.js': sized(5) } };
    const gate = createBundleSizeGate({ firstLoad: 106 });
    expect(await checkGate(gate, { shell: { files: shellFiles }, remotes: [owner] })).toEqual([]);
    const small = { ...createFiller(), slots: { 'product.below': { ...filler, lazyShared: [] } } };
    expect(await checkGate(gate, { shell: { files: shellFiles }, remotes: [owner, small] })).toMatchObject([
      { app: 'mf-a', problem: expect.stringContaining('takes 107 KB') },
    ]);
  });
});
