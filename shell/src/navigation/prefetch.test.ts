import type { Composition, PathOwner } from '@shop/remote-contract/composition';
import { waitFor } from '@testing-library/react';
import { createRouteMatcher } from '../remotes/routes';
import type { ScreenRegistry } from '../remotes/screen-registry';
import { prefetchLikelyScreens } from './prefetch';

const app = { version: '1', digest: 'd', base: '/r/', entry: { path: 'entry.js', integrity: '' as const } };
const composition: Composition = {
  seq: 1,
  env: 'production',
  shell: { ...app, name: 'shell' },
  remotes: [
    { ...app, name: 'mf-catalog', global: 'a', paths: [{ id: 'product', pattern: '/product/:id', access: 'open' }] },
    { ...app, name: 'mf-cart-checkout', global: 'b', paths: [{ id: 'cart', pattern: '/cart', access: 'open' }] },
  ],
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
  const stop = prefetchLikelyScreens(createRouteMatcher(composition), screens, window);
  return { opened, forgotten, stop };
}

it('loads the likely screens one after another after the first input, and forgets failures', async () => {
  const { opened, forgotten } = watchScreens();
  expect(opened).toEqual([]);
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('scroll'));
  await waitFor(() => expect(forgotten).toEqual(['product', 'cart']));
  expect(opened).toEqual(['product', 'cart']);
});

it.each([{ saveData: true }, { effectiveType: '2g' }])('loads nothing on a connection with %p', async (connection) => {
  const { opened } = watchScreens(connection);
  window.dispatchEvent(new Event('scroll'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(opened).toEqual([]);
});

it('loads nothing after it was stopped', async () => {
  const { opened, stop } = watchScreens();
  stop();
  window.dispatchEvent(new Event('scroll'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(opened).toEqual([]);
});
