import type { PathOwner } from '@shop/remote-contract/composition';
import { composeFakes } from '../testing/render-shop';
import { createScreenRegistry, type LoadRemoteModule } from './screen-registry';

function createOwners(...ids: string[]): PathOwner[] {
  const paths = ids.map((id) => ({ id, pattern: `/${id}` }));
  const { remotes } = composeFakes([{ name: 'mf-cart-checkout', paths, load: () => Promise.reject(new Error()) }]);
  return remotes.flatMap((remote) => remote.paths.map((path) => ({ remote, path })));
}

/** Creates a loader that fails the given number of times and succeeds from then on. */
function failFor(failures: number) {
  const screen = { Screen: () => null };
  const isRetry: boolean[] = [];
  const load: LoadRemoteModule = async (_remote, options) => {
    isRetry.push(options.isRetry);
    if (isRetry.length <= failures) throw new Error(`failure ${isRetry.length}`);
    return { routes: { cart: async () => ({ screen }), checkout: async () => ({ screen }) } };
  };
  return { load, isRetry, screen };
}

const [cart, checkout] = createOwners('cart', 'checkout') as [PathOwner, PathOwner];

/** Does what the Try Again button does. */
function tryAgain(screens: ReturnType<typeof createScreenRegistry>, owner = cart) {
  screens.forgetFailure(owner);
  return screens.open(owner).result;
}

test('returns the same entry while a screen loads and after it has loaded', async () => {
  const { load, isRetry } = failFor(0);
  const screens = createScreenRegistry(load, 5000);
  const first = screens.open(cart);
  expect(screens.open(cart)).toBe(first);
  await first.result;
  screens.forgetFailure(cart);
  expect(screens.open(cart)).toBe(first);
  expect(isRetry).toEqual([false]);
});

test('keeps a failure until it is forgotten', async () => {
  const { load, isRetry } = failFor(Number.POSITIVE_INFINITY);
  const screens = createScreenRegistry(load, 5000);
  await expect(screens.open(cart).result).resolves.toMatchObject({ kind: 'failed' });
  expect(screens.open(cart).settled).toMatchObject({ reason: new Error('failure 1') });
  expect(isRetry).toEqual([false]);
});

test.each([
  ['forgets the failure of a screen that was only prefetched', false],
  ['keeps the failure of a prefetched screen that a page has opened in the meantime', true],
])('%s', async (_case, isOpened) => {
  const screens = createScreenRegistry(failFor(Number.POSITIVE_INFINITY).load, 5000);
  const prefetched = screens.prefetch(cart);
  const opened = isOpened && screens.open(cart);
  await expect(prefetched).resolves.toMatchObject({ kind: 'failed' });
  expect(screens.open(cart) === opened).toBe(isOpened);
});

test('loads up to three times for each Try Again, because a browser can repeat the failure of its preload', async () => {
  const { load, isRetry, screen } = failFor(1 + 3 + 3 + 2);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  expect(isRetry).toHaveLength(1);
  await expect(tryAgain(screens)).resolves.toMatchObject({ kind: 'failed', reason: new Error('failure 4') });
  expect(isRetry).toHaveLength(4);
  await expect(tryAgain(screens)).resolves.toMatchObject({ kind: 'failed', reason: new Error('failure 7') });
  expect(isRetry).toHaveLength(7);
  // The third Try Again fails twice more and then succeeds.
  await expect(tryAgain(screens)).resolves.toEqual({ kind: 'ready', screen, isPrevious: false });
  expect(isRetry).toEqual([false, ...Array.from({ length: 9 }, () => true)]);
});

test('gives the reason of the last failure to each retry', async () => {
  const reasons: unknown[] = [];
  const load: LoadRemoteModule = async (_remote, { reason }) => {
    reasons.push(reason);
    throw new Error(`failure ${reasons.length}`);
  };
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  await tryAgain(screens);
  expect(reasons).toEqual([undefined, new Error('failure 1'), new Error('failure 2'), new Error('failure 3')]);
});

test('loads other screens of the remote without a retry after it has recovered', async () => {
  const { load, isRetry } = failFor(1);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  await tryAgain(screens);
  await expect(screens.open(checkout).result).resolves.toMatchObject({ kind: 'ready' });
  expect(isRetry).toEqual([false, true, false]);
});

test('loads another screen of a failed remote with retries, too', async () => {
  const { load, isRetry } = failFor(3);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  await expect(screens.open(checkout).result).resolves.toMatchObject({ kind: 'ready' });
  expect(isRetry).toEqual([false, true, true, true]);
});

test.each([
  ['falls back to the previous version of a remote that does not load', {}, 'ready', ['1.0.0', '0.9.0']],
  ['does not fall back after a timeout: the previous version is not faster', { type: 'timeout' }, 'failed', ['1.0.0']],
])('%s', async (_case, fields, kind, versions) => {
  const requested: string[] = [];
  const load: LoadRemoteModule = async ({ version }) => {
    requested.push(version);
    if (version === '1.0.0') throw Object.assign(new Error('no file'), fields);
    return { routes: { cart: async () => ({ screen: { Screen: () => null } }) } };
  };
  const owner = { ...cart, remote: { ...cart.remote, previous: { ...cart.remote, version: '0.9.0' } } };
  const screens = createScreenRegistry(load, 5000);
  await expect(screens.open(owner).result).resolves.toMatchObject({ kind });
  expect(requested).toEqual(versions);
});
