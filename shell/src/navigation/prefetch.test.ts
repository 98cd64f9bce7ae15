import type { PathOwner } from '@shop/remote-contract/composition';
import { aComposition } from '@shop/testing/a-composition';
import { waitFor } from '@testing-library/react';
import { watchFirstInput } from '../base/first-input';
import { createRouteMatcher } from '../remotes/routes';
import type { ScreenRegistry } from '../remotes/screen-registry';
import { prefetchLikelyScreens } from './prefetch';

const composition = aComposition([
  { name: 'mf-catalog', paths: { product: { pattern: '/product/:id', access: 'open' } } },
  { name: 'mf-cart-checkout', paths: { cart: { pattern: '/cart', access: 'open' } } },
]);

/** Work that waits until the page is idle. */
let idle: (() => void)[] = [];
beforeEach(() => {
  idle = [];
  window.requestIdleCallback = (work) => idle.push(work as () => void);
});
const runIdle = () => {
  for (const work of idle.splice(0)) work();
};

function watchScreens(connection?: object) {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  const loaded: string[] = [];
  const reject = () => Promise.reject(new Error('only screens are prefetched'));
  const screens: ScreenRegistry = {
    open: () => ({ result: reject() }),
    prefetch: async ({ path }: PathOwner) => {
      loaded.push(path.id);
      return { kind: 'failed', reason: new Error('no connection') };
    },
    forgetFailure: () => undefined,
    load: reject,
  };
  prefetchLikelyScreens(
    watchFirstInput(),
    createRouteMatcher(composition),
    screens,
    async () => void loaded.push('versions'),
  );
  return loaded;
}

it('loads the likely screens and then the omitted versions after the first input, also after a failure', async () => {
  const loaded = watchScreens();
  expect(loaded).toEqual([]);
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('scroll'));
  await waitFor(() => {
    runIdle();
    expect(loaded).toEqual(['product', 'cart', 'versions']);
  });
});

it.each([{ saveData: true }, { effectiveType: '2g' }])('loads nothing on a connection with %p', async (connection) => {
  const loaded = watchScreens(connection);
  window.dispatchEvent(new Event('scroll'));
  await Promise.resolve();
  runIdle();
  expect(loaded).toEqual([]);
});
