import { createMemoryHistory } from '@shop/router/router';
import { Slot } from '@shop/slots/slot';
import { createAppStore } from '@shop/store/create-app-store';
import { expectLog } from '@shop/testing/console-watch';
import { fakeApiBase } from '@shop/testing/store-api-fake';
import { waitUntil } from '@shop/testing/wait-until';
import { createRouteMatcher } from '../remotes/create-route-matcher';
import { createLoadEntry, createScreenRegistry, type LoadRemoteModule } from '../remotes/screen-registry';
import { createBrowserSlots } from '../slots/browser-slots';
import { composeFakes } from '../testing/render-shop';
import { mountPage } from './mount-page';

const composition = composeFakes([
  {
    name: 'mf-reviews',
    paths: [{ id: 'reviews', pattern: '/reviews' }],
    load: () => Promise.reject(new Error('not used')),
    loadPrevious: () => Promise.reject(new Error('not used')),
    slots: { 'home.section': { order: 100, load: () => Promise.reject(new Error('not used')) } },
  },
]);

const fail = () => {
  throw new Error('a filler does not load');
};

/** Mounts the page of a document that the server rendered with the current version of mf-reviews. */
async function mount(load: LoadRemoteModule, { isRendered = true } = {}) {
  const root = document.createElement('div');
  root.innerHTML = '<h1>Reviews of customers</h1>';
  document.body.replaceChildren(root);
  const errors: unknown[] = [];
  const { store, readStorage } = createAppStore({
    settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' },
    storage: null,
    loadedApi: {
      queries: { 'reviews(1)': { status: 'fulfilled', endpointName: 'reviews', data: ['of the new version'] } },
      provided: { tags: {}, keys: {} },
    } as never,
  });
  const screens = createScreenRegistry(load, 5000);
  await mountPage({
    root,
    app: {
      composition,
      matchRoute: createRouteMatcher(composition),
      screens,
      slots: createLoadEntry(Promise.resolve(createBrowserSlots({ composition, screens, store, onLoadFailure: fail }))),
      store,
      history: createMemoryHistory({ initialEntries: ['/reviews'], v5Compat: true }),
    },
    handedOver: isRendered
      ? {
          pathname: '/reviews',
          search: '',
          renderedAt: Date.now(),
          api: { queries: {}, provided: { tags: {}, keys: {} } } as never,
          addresses: [],
        }
      : null,
    readStorage,
    onError: (error, release) => errors.push(release ? { error, release } : error),
  });
  return { root, errors, store };
}

test('replaces the HTML of the server by the previous version when the version of the document does not load', async () => {
  const loadPrevious: LoadRemoteModule = async ({ version }) => {
    if (version === '1.0.0') throw new Error('Failed integrity check');
    return { routes: { reviews: async () => ({ screen: { Screen: () => <h1>Reviews</h1> } }) } };
  };
  const { root, errors, store } = await mount(loadPrevious);
  await waitUntil(() => root.querySelector('h1')?.textContent === 'Reviews', { message: 'the previous version shows' });
  expect(errors).toEqual([]);
  expect(store.getState().api.queries).not.toHaveProperty('reviews(1)');
});

test('reports a difference between the HTML of the server and the page', async () => {
  const load: LoadRemoteModule = async () => ({
    routes: { reviews: async () => ({ screen: { Screen: () => <h1>Reviews</h1> } }) },
  });
  const { errors } = await mount(load);
  await waitUntil(() => errors.length > 0, { message: 'React reports the difference' });
});

test('reports what a filler throws with the release of the filler, whatever the stack says', async () => {
  expectLog(/mf-reviews 1\.0\.0 does not fill home\.section/);
  const load: LoadRemoteModule = async () => ({
    routes: { reviews: async () => ({ screen: { Screen: () => <Slot name="home.section" props={{}} /> } }) },
    slots: {
      'home.section': async () => ({
        slot: {
          Slot: () => {
            throw 'a text has no stack';
          },
        },
      }),
    },
  });
  const { errors } = await mount(load, { isRendered: false });
  await waitUntil(() => errors.length > 0, { message: 'React reports the error' });
  expect(errors).toEqual([{ error: 'a text has no stack', release: 'mf-reviews/1.0.0-0123456789ab' }]);
});
