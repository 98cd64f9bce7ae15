import type { PathOwner } from '@shop/remote-contract/composition';
import { aComposition } from '@shop/testing/a-composition';
import { waitFor } from '@testing-library/react';
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
  const opened: string[] = [];
  const forgotten: string[] = [];
  const screens: ScreenRegistry = {
    open: ({ path }: PathOwner) => {
      opened.push(path.id);
      return { result: Promise.resolve({ kind: 'failed', reason: new Error('no connection') }) };
    },
    forgetFailure: ({ path }) => void forgotten.push(path.id),
    load: () => Promise.reject(new Error('no slot is prefetched')),
  };
  prefetchLikelyScreens(createRouteMatcher(composition), screens, async () => void opened.push('versions'));
  return { opened, forgotten };
}

it('loads the likely screens and then the omitted versions after the first input, and forgets failures', async () => {
  const { opened, forgotten } = watchScreens();
  expect(opened).toEqual([]);
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('scroll'));
  await waitFor(() => {
    runIdle();
    expect(opened).toEqual(['product', 'cart', 'versions']);
  });
  expect(forgotten).toEqual(['product', 'cart']);
});

it.each([{ saveData: true }, { effectiveType: '2g' }])('loads nothing on a connection with %p', async (connection) => {
  const { opened } = watchScreens(connection);
  window.dispatchEvent(new Event('scroll'));
  runIdle();
  expect(opened).toEqual([]);
});
