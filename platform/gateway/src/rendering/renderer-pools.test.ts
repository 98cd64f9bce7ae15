import type { Release } from '@shop/releases/release/release';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import { createRendererPools } from './renderer-pools';

// Processes have tests of their own. Here a pool says how many it has.
jest.mock('./renderer-pool', () => ({
  createRendererPool: () => {
    const pool = {
      size: 0,
      resize: (size: number) => Object.assign(pool, { size }),
      close: async () => pool.resize(0),
    };
    return pool;
  },
}));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Opens pools with four processes for the live composition. Versions of the shell name compositions. */
function openPools() {
  const pools = createRendererPools({ liveSize: 4, settings: {} } as Parameters<typeof createRendererPools>[0]);
  const open = (version: string) => {
    const shellRelease = { app: 'shell', version, digest: version } as Release;
    const resolved = { composition: { remotes: [] }, shellRelease, remoteReleases: [] };
    return pools.open({} as never, resolved as unknown as ResolvedComposition) as unknown as { size: number };
  };
  const serve = (live: string, ...canaries: string[]) =>
    pools.setServed({ live: open(live), canaries: canaries.map(open) } as unknown as Parameters<
      typeof pools.setServed
    >[0]);
  return { open, serve };
}

test('a canary that ends takes no process from the last live composition', async () => {
  const { open, serve } = openPools();
  const [a, b, canary] = ['a', 'b', 'canary'].map(open);
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
