import { storeApi } from '@shop/api-client/store-api';
import { createMemoryHistory } from '@shop/router/host';
import { Slot } from '@shop/slots/slot';
import { createAppStore } from '@shop/store/create-app-store';
import { expectLog } from '@shop/testing/console-watch';
import { answer, calls, fakeApiBase, fakeStoreApi } from '@shop/testing/store-api-fake';
import { waitUntil } from '@shop/testing/wait-until';
import { act } from '@testing-library/react';
import { unknown } from 'valibot';
import { takeResponses } from '../document/transferred-page';
import { createRouteMatcher } from '../remotes/routes';
import { createScreenRegistry, type LoadRemoteModule } from '../remotes/screen-registry';
import { waitUntilBelow } from '../slots/late-slot';
import { createSlotHost } from '../slots/slot-host';
import { composeFakes, showLateSlots } from '../testing/render-shop';
import { mountPage } from './mount-page';

fakeStoreApi();

const composition = composeFakes([
  {
    name: 'mf-reviews',
    paths: [{ id: 'reviews', pattern: '/reviews' }],
    load: () => Promise.reject(new Error('not used')),
    loadPrevious: () => Promise.reject(new Error('not used')),
    slots: { 'home.section': { order: 100, load: () => Promise.reject(new Error('not used')) } },
  },
]);

const { reviews } = storeApi.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query<string[], string>({ query: (path) => path, rawResponseSchema: unknown() as never }),
  }),
}).endpoints;

/** Shows the reviews and a missing object. */
function Reviews() {
  const { data = [] } = reviews.useQuery('/reviews');
  const { error } = reviews.useQuery('/missing');
  return <h1>{[...data, error && 'kind' in error ? error.kind : ''].join(' ')}</h1>;
}
const loadReviews: LoadRemoteModule = async () => ({
  routes: { reviews: async () => ({ screen: { Screen: Reviews } }) },
});

const createStore = () => createAppStore({ settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' }, storage: null });

/** Takes the responses of a server. */
async function renderResponses() {
  answer('GET', '/storeInfo', { body: {} });
  answer('GET', '/reviews', { body: ['of the server'] });
  answer('GET', '/missing', { status: 404, body: {} });
  const { store } = createStore();
  for (const path of ['/reviews', '/missing']) await store.dispatch(reviews.initiate(path, { subscribe: false }));
  const api = takeResponses(store.getState().api);
  answer('GET', '/reviews', { body: ['of the browser'] });
  return { api, callsOfServer: calls().length };
}

/** Mounts the page of a document that the server rendered with the current version of mf-reviews. */
async function mount(
  load: LoadRemoteModule,
  { isRendered = true, age = 0, html = '<h1>Reviews of customers</h1>' } = {},
) {
  const { api, callsOfServer } = await renderResponses();
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.replaceChildren(root);
  const errors: unknown[] = [];
  const { store, readStorage } = createStore();
  const screens = createScreenRegistry(load, 5000);
  const onLoadFailure = () => {
    throw new Error('a component of a slot does not load');
  };
  await act(() =>
    mountPage({
      root,
      app: {
        composition,
        language: { code: 'en', catalog: {} },
        matchRoute: createRouteMatcher(composition),
        screens,
        slots: createSlotHost({ composition, screens, store, waitUntilBelow, onLoadFailure }),
        store,
        history: createMemoryHistory({ initialEntries: ['/reviews'] }),
      },
      transferred: isRendered
        ? { pathname: '/reviews', search: '', renderedAt: Date.now() - age, api, addresses: [] }
        : null,
      readStorage,
      onError: (error, release) => errors.push(release ? { error, release } : error),
    }),
  );
  const readCalls = () =>
    calls()
      .slice(callsOfServer)
      .map(({ path }) => path)
      .filter((path) => path !== '/storeInfo');
  return { root, errors, store, readCalls };
}

const showsHeading = (root: Element, text: string) =>
  waitUntil(() => root.querySelector('h1')?.textContent === text, { message: `the page shows ${text}` });

test('a page shows the responses of its document, without a request for them', async () => {
  const { root, readCalls } = await mount(loadReviews);
  await showsHeading(root, 'of the server status');
  expect(readCalls()).toEqual([]);
});

test('a page of an old document shows its responses and requests them again', async () => {
  const { root, readCalls } = await mount(loadReviews, { age: 61_000 });
  await showsHeading(root, 'of the browser status');
  expect(readCalls().sort()).toEqual(['/missing', '/reviews']);
});

test('a page of an old document requests its responses as soon as the device is online', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { root, readCalls } = await mount(loadReviews, { age: 61_000 });
  await showsHeading(root, 'of the server status');
  expect(readCalls()).toEqual([]);
  onLine.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await showsHeading(root, 'of the browser status');
  onLine.mockRestore();
});

test('the previous version replaces the HTML of the server when the version of the document does not load', async () => {
  const loadPrevious: LoadRemoteModule = async ({ version }) => {
    if (version === '1.0.0') throw new Error('Failed integrity check');
    return { routes: { reviews: async () => ({ screen: { Screen: () => <h1>Reviews</h1> } }) } };
  };
  const { root, errors, store } = await mount(loadPrevious);
  await showsHeading(root, 'Reviews');
  expect(errors).toEqual([]);
  expect(store.getState().api.queries).not.toHaveProperty('reviews("/reviews")');
});

test('a difference between the HTML of the server and the page is reported', async () => {
  const { errors } = await mount(loadReviews);
  await waitUntil(() => errors.length > 0, { message: 'React reports the difference' });
});

describe('a page that the browser has translated', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  test.each([
    ['wraps texts in font elements', '', '<h1><font><font>Bewertungen</font></font></h1>'],
    ['changes texts and the language of the document', 'de', '<h1>Bewertungen</h1>'],
  ])('shows its content and reports no difference when the browser %s', async (_case, lang, html) => {
    if (lang) document.documentElement.lang = lang;
    const { root, errors } = await mount(loadReviews, { html });
    await showsHeading(root, 'of the server status');
    expect(errors).toEqual([]);
  });

  test('reports differences of a page in the language of its document', async () => {
    document.documentElement.lang = 'en-IN';
    const { errors } = await mount(loadReviews);
    await waitUntil(() => errors.length > 0, { message: 'React reports the difference' });
  });
});

test('an error of a slot is reported with the release of its component, whatever the stack says', async () => {
  showLateSlots();
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
