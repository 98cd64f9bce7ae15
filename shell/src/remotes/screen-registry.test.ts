import type { PathOwner } from '@shop/remote-contract/composition';
import { composeFakes } from '../testing/render-shop';
import { createScreenRegistry, type LoadRemoteModule } from './screen-registry';

function ownerOf(...ids: string[]): PathOwner[] {
  const paths = ids.map((id) => ({ id, pattern: `/${id}` }));
  const { remotes } = composeFakes([{ name: 'mf-cart-checkout', paths, load: () => Promise.reject(new Error()) }]);
  return remotes.flatMap((remote) => remote.paths.map((path) => ({ remote, path })));
}

/** A remote that is down for so many loads, and up from then on. */
function downFor(failures: number) {
  const screen = { Screen: () => null };
  const isRetry: boolean[] = [];
  const load: LoadRemoteModule = async (_remote, options) => {
    isRetry.push(options.isRetry);
    if (isRetry.length <= failures) throw new Error(`refusal ${isRetry.length}`);
    return { routes: { cart: async () => ({ screen }), checkout: async () => ({ screen }) } };
  };
  return { load, isRetry, screen };
}

const [cart, checkout] = ownerOf('cart', 'checkout') as [PathOwner, PathOwner];

/** As Try Again does it. */
function tryAgain(screens: ReturnType<typeof createScreenRegistry>, owner = cart) {
  screens.forgetFailure(owner);
  return screens.open(owner).result;
}

test('whoever asks while a screen loads or has loaded gets the same promise', async () => {
  const { load, isRetry } = downFor(0);
  const screens = createScreenRegistry(load, 5000);
  const first = screens.open(cart);
  expect(screens.open(cart)).toBe(first);
  await first.result;
  screens.forgetFailure(cart);
  expect(screens.open(cart)).toBe(first);
  expect(isRetry).toEqual([false]);
});

test('a failure stays until it is forgotten', async () => {
  const { load, isRetry } = downFor(Number.POSITIVE_INFINITY);
  const screens = createScreenRegistry(load, 5000);
  await expect(screens.open(cart).result).resolves.toMatchObject({ kind: 'failed' });
  expect(screens.open(cart).settled).toMatchObject({ reason: new Error('refusal 1') });
  expect(isRetry).toEqual([false]);
});

test('each Try Again asks up to three times, for a browser may answer from the outage; the next one asks anew', async () => {
  const { load, isRetry, screen } = downFor(1 + 3 + 3 + 2);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  expect(isRetry).toHaveLength(1);
  await expect(tryAgain(screens)).resolves.toMatchObject({ kind: 'failed', reason: new Error('refusal 4') });
  expect(isRetry).toHaveLength(4);
  await expect(tryAgain(screens)).resolves.toMatchObject({ kind: 'failed', reason: new Error('refusal 7') });
  expect(isRetry).toHaveLength(7);
  // Refused twice more within the third, and then there.
  await expect(tryAgain(screens)).resolves.toEqual({ kind: 'ready', screen });
  expect(isRetry).toEqual([false, ...Array.from({ length: 9 }, () => true)]);
});

test('once the remote is back its other screens come without a retry', async () => {
  const { load, isRetry } = downFor(1);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  await tryAgain(screens);
  await expect(screens.open(checkout).result).resolves.toMatchObject({ kind: 'ready' });
  expect(isRetry).toEqual([false, true, false]);
});

test('after a failure another screen of the same remote tries harder too', async () => {
  const { load, isRetry } = downFor(3);
  const screens = createScreenRegistry(load, 5000);
  await screens.open(cart).result;
  await expect(screens.open(checkout).result).resolves.toMatchObject({ kind: 'ready' });
  expect(isRetry).toEqual([false, true, true, true]);
});
