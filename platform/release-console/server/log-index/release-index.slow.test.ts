import { getReleasePrefix, releaseFile } from '@shop/releases/release/release';
import { createCountingStore } from '@shop/releases/testing/counting-store';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { writeReleaseLog } from '@shop/releases/testing/release-log';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { publishFake } from '@shop/releases/testing/test-shop';
import { describeOnEachDatabase } from '../testing/test-console';
import { createReleaseIndex } from './release-index';

describeOnEachDatabase('the index of releases', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.close());

  const create = () => {
    const objects = new Map<string, Uint8Array>();
    const { store, takeCount } = createCountingStore(createMemoryStore(objects));
    const index = createReleaseIndex(database.db, store);
    /** Lists twice: the second list has what the comparison of the first one found. */
    const list = async (app: string, from = index) => {
      await from.listNewest(50);
      await from.whenIdle();
      const found = (await from.listNewest(50)).find((entry) => entry.app === app);
      await from.whenIdle();
      return found?.releases.map(({ version }) => version) ?? [];
    };
    return { objects, store, takeCount, index, list };
  };

  it('lists the newest publication first, reads each release once, and leaves out what is removed or incomplete', async () => {
    const { store, takeCount, list, objects } = create();
    const newest = await publishFake(store, 'mf-a', '1.0.0');
    const old = { ...newest, version: '2.0.0', publishedAt: '2020-01-01T00:00:00.000Z' };
    objects.set(getReleasePrefix(old) + releaseFile, Buffer.from(JSON.stringify(old)));
    objects.set(getReleasePrefix({ ...old, version: '3.0.0' }) + old.entry, Buffer.from(''));
    expect(await list('mf-a')).toEqual(['1.0.0', '2.0.0']);
    objects.delete(getReleasePrefix({ ...old, version: '3.0.0' }) + old.entry);
    takeCount();
    expect(await list('mf-a')).toEqual(['1.0.0', '2.0.0']);
    expect(takeCount()).toBe(4);
    objects.delete(getReleasePrefix(old) + releaseFile);
    await publishFake(store, 'mf-a', '1.1.0');
    expect(await list('mf-a')).toEqual(['1.1.0', '1.0.0']);
  });

  it('lists what it has while a comparison with the store runs, and has a newer time afterwards', async () => {
    const { store } = create();
    let release = () => {};
    let held: Promise<void> | undefined;
    const index = createReleaseIndex(database.db, {
      ...store,
      listFolders: async (folder) => {
        if (folder !== 'r/') await held;
        return store.listFolders(folder);
      },
    });
    const first = await publishFake(store, 'mf-a', '1.0.0');
    expect(await index.listNewest(50)).toMatchObject([{ app: 'mf-a', releases: [{ version: '1.0.0' }] }]);
    await publishFake(store, 'mf-a', '1.1.0');
    held = new Promise<void>((resolve) => (release = resolve));
    expect(await index.listNewest(50)).toMatchObject([{ app: 'mf-a', releases: [{ version: '1.0.0' }] }]);
    expect(await index.getNewestTime()).toBe(first.publishedAt);
    release();
    await index.whenIdle();
    expect((await index.getNewestTime()) > first.publishedAt).toBe(true);
  });

  it('reads a damaged description again', async () => {
    const { store, list, objects } = create();
    const release = await publishFake(store, 'mf-a', '1.0.0');
    const key = getReleasePrefix(release) + releaseFile;
    const bytes = objects.get(key) ?? Buffer.from('');
    objects.set(key, Buffer.from('{}'));
    await publishFake(store, 'mf-a', '0.9.0');
    expect(await list('mf-a')).toEqual(['0.9.0', '1.0.0']);
    objects.set(key, bytes);
    expect((await list('mf-a')).sort()).toEqual(['0.9.0', '1.0.0']);
    expect(
      await database.db.selectFrom('publishedRelease').select('version').where('publishedAt', '=', '').execute(),
    ).toEqual([]);
  });

  it('waits for the newest versions of a large store, and is complete later, also in another process', async () => {
    const { objects, store, index, list } = create();
    const environment = createTestEnvironment(store);
    await writeReleaseLog(environment, {
      entries: 1,
      releases: 400,
      write: (key, bytes) => void objects.set(key, bytes),
    });
    expect(await list('mf-a')).toContain('1.1.199');
    await index.whenIdle();
    const versions = Array.from({ length: 50 }, (_, number) => `1.1.${199 - number}`);
    // The template was published at the end.
    expect((await list('mf-a')).slice(1)).toEqual(versions.slice(0, 49));
    expect((await list('mf-b', createReleaseIndex(database.db, store))).slice(1)).toEqual(versions.slice(0, 49));
  });
});
