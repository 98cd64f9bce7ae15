import { createBrowserHistory, createMemoryHistory } from '@shop/router/host';
import type { AppHistory } from '@shop/router/router';
import { aComposition } from '@shop/testing/a-composition';
import { act } from '@testing-library/react';
import { createPolicyCheck, reloadDocuments } from './document-reload';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const memoryHistory = (path: string) => createMemoryHistory({ initialEntries: [path] });

/** Opens a tab and lets six minutes pass. */
function openTab(inner: AppHistory, checkIsStale: Parameters<typeof reloadDocuments>[0]['checkIsStale']) {
  const reload = jest.fn();
  const rendered: string[] = [];
  const history = reloadDocuments({ history: inner, isCovered: () => true, checkIsStale, reload });
  history.listen(({ location }) => rendered.push(location.pathname));
  jest.advanceTimersByTime(6 * 60_000);
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  return { history, reload, rendered, comeBack };
}

it('loads a new document for the next page once another composition is live', async () => {
  const { history, reload, rendered, comeBack } = openTab(memoryHistory('/'), async () => () => true);
  await comeBack();
  history.push('/products?page=2');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(history.location).toMatchObject({ pathname: '/products', search: '?page=2' });
  expect(rendered).toEqual([]);
});

it('lets the new document go back to the page before the reload', async () => {
  window.history.replaceState(null, '', '/cart');
  const { history, reload, comeBack } = openTab(createBrowserHistory(), async () => () => true);
  await comeBack();
  history.push('/product/7');
  expect(reload).toHaveBeenCalledTimes(1);
  // The browser keeps this entry's state across the reload. The new document reads it as its first location.
  const newDocument = createBrowserHistory();
  expect(newDocument.location.pathname).toBe('/product/7');
  expect(newDocument.location.key).not.toBe('default');
  expect(window.history.state).toMatchObject({ idx: 1 });
  window.history.replaceState(null, '', '/');
});

it('stays in the document while its composition is live, and when the gateway gives no answer', async () => {
  for (const answer of [Promise.resolve(false as const), Promise.reject(new Error('offline'))]) {
    const { history, reload, rendered, comeBack } = openTab(memoryHistory('/'), () => answer);
    await comeBack();
    history.push('/cart');
    expect(reload).not.toHaveBeenCalled();
    expect(rendered).toEqual(['/cart']);
  }
});

it.each([
  ['/cart', '/checkout'],
  ['/checkout', '/payment?orderId=7'],
  ['/payment', '/order-success'],
  ['/checkout', '/products'],
])('does not reload during a purchase, from %s to %s', async (from, to) => {
  const { history, reload, rendered, comeBack } = openTab(memoryHistory(from), async () => () => true);
  await comeBack();
  history.push(to);
  expect(reload).not.toHaveBeenCalled();
  expect(rendered).toHaveLength(1);
});

it('does not reload within a page, nor for a navigation that carries state', async () => {
  const { history, reload, comeBack } = openTab(memoryHistory('/products'), async () => () => true);
  await comeBack();
  history.push('/products?page=2');
  history.push('/login', { from: '/account' });
  expect(reload).not.toHaveBeenCalled();
  expect(history.location).toMatchObject({ pathname: '/login', state: { from: '/account' } });
});

it.each([
  ['storage lacks the cart', false, true],
  ['the device is offline', true, false],
])('does not reload while %s, and reloads for the next page after that', async (_case, isKeptFirst, isOnlineFirst) => {
  let [isKept, isOnline] = [isKeptFirst, isOnlineFirst];
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  const { history, reload, rendered, comeBack } = openTab(memoryHistory('/'), async () => () => isKept);
  await comeBack();
  history.push('/products');
  expect([rendered, reload.mock.calls.length]).toEqual([['/products'], 0]);
  [isKept, isOnline] = [true, true];
  history.push('/product/7');
  expect([rendered, reload.mock.calls.length]).toEqual([['/products'], 1]);
});

it('polls at most once in five minutes', async () => {
  const checkIsStale = jest.fn(async () => false as const);
  const { history, comeBack } = openTab(memoryHistory('/'), checkIsStale);
  await comeBack();
  await comeBack();
  history.push('/cart');
  expect(checkIsStale).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(6 * 60_000);
  history.push('/');
  expect(checkIsStale).toHaveBeenCalledTimes(2);
});

const home = (pattern: string) => ({ home: { pattern, access: 'open' } }) as const;
const composition = aComposition([
  { name: 'mf-catalog', paths: home('/') },
  { name: 'mf-reviews', paths: home('/reviews/:id'), connect: ['https://reviews.example'] },
  {
    name: 'mf-chat',
    paths: home('/chat'),
    connect: ['https://chat.example'],
    slots: { 'product.below': { order: 1 } },
  },
]);

/** Opens a document at a path. */
function openDocument(path: string) {
  const reload = jest.fn();
  const rendered: string[] = [];
  const inner = createMemoryHistory({ initialEntries: ['/reviews/1', path] });
  const history = reloadDocuments({
    history: inner,
    isCovered: createPolicyCheck(composition, path),
    checkIsStale: async () => false,
    reload,
  });
  history.listen(({ location }) => rendered.push(location.pathname));
  return { history, reload, rendered };
}

test('a page whose remote has a backend of its own gets a document of its own, with the state of the navigation', () => {
  const { history, reload, rendered } = openDocument('/');
  history.push('/reviews/7', { from: 'list' });
  expect([rendered, reload.mock.calls.length]).toEqual([[], 1]);
  expect(history.location).toMatchObject({ pathname: '/reviews/7', state: { from: 'list' } });
});

test('Back to such a page loads a document too', () => {
  const { history, reload, rendered } = openDocument('/');
  history.go(-1);
  expect([rendered, reload.mock.calls.length]).toEqual([[], 1]);
});

test('a document shows every page whose remotes have no other backends', () => {
  const { history, reload, rendered } = openDocument('/reviews/7');
  for (const path of ['/reviews/8', '/', '/chat', '/login', '/reviews/7']) history.push(path);
  expect([rendered.length, reload.mock.calls.length]).toEqual([5, 0]);
});
