import type { Release } from '@shop/releases/release/release';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { RendererPoolOptions } from './renderer-pool';
import { createRendererPools } from './renderer-pools';

// Processes have tests of their own. Here a pool says how many it has.
jest.mock('./renderer-pool', () => ({
  createRendererPool: ({ code }: Pick<RendererPoolOptions, 'code'>) => {
    const pool = {
      code,
      size: 0,
      resize: (size: number) => Object.assign(pool, { size }),
      close: async () => pool.resize(0),
    };
    return pool;
  },
}));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface MockedPool extends Pick<RendererPoolOptions, 'code'> {
  size: number;
}

/** Opens pools with four processes for the live composition. Versions of the shell name compositions. */
function openPools() {
  const pools = createRendererPools({ liveSize: 4, settings: {} } as Parameters<typeof createRendererPools>[0]);
  const open = (version: string, store: Partial<ReleaseStore> = {}) => {
    const shellRelease = {
      app: 'shell',
      version,
      digest: version,
      server: 'server.cjs',
      files: {},
    } as Partial<Release>;
    const resolved = { composition: { remotes: [] }, shellRelease, remoteReleases: [] };
    return pools.open(store as ReleaseStore, resolved as unknown as ResolvedComposition) as unknown as MockedPool;
  };
  const serve = (live: string, ...canaries: string[]) =>
    pools.setServed({ live: open(live), canaries: canaries.map((version) => open(version)) } as unknown as Parameters<
      typeof pools.setServed
    >[0]);
  return { open, serve };
}

test('a canary that ends takes no process from the last live composition', async () => {
  const { open, serve } = openPools();
  const [a, b, canary] = ['a', 'b', 'canary'].map((version) => open(version));
  serve('a');
  serve('b', 'canary');
  expect([a?.size, b?.size, canary?.size]).toEqual([1, 4, 1]);
  serve('b');
  await jest.advanceTimersByTimeAsync(10_000);
  expect([a?.size, b?.size, canary?.size]).toEqual([1, 4, 0]);
  serve('a');
  expect([open('a') === a, a?.size, b?.size]).toEqual([true, 4, 1]);
});

test('a composition that comes back within the time of its last requests stays', async () => {
  const { open, serve } = openPools();
  const a = open('a');
  serve('a');
  serve('b');
  serve('c');
  await jest.advanceTimersByTimeAsync(1000);
  serve('c', 'a');
  await jest.advanceTimersByTimeAsync(10_000);
  expect([open('a') === a, a.size]).toEqual([true, 1]);
});

test('a pool of the composition cache reads code from the release store when that has the composition', async () => {
  const { open } = openPools();
  const reads: string[] = [];
  const createStore = (name: string) => ({
    get: async () => {
      reads.push(name);
      return null;
    },
  });
  const pool = open('a', createStore('cache'));
  await expect(pool.code.readShell()).rejects.toThrow('r/shell/a-a/server.cjs is missing');
  expect(open('a', createStore('release store'))).toBe(pool);
  await expect(pool.code.readShell()).rejects.toThrow('is missing');
  expect(reads).toEqual(['cache', 'release store']);
});
