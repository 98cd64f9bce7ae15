import { createMemoryHistory } from '@shop/router/router';
import { act } from '@testing-library/react';
import { reloadStaleTab } from './stale-tab-reload';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A tab that was opened a while ago. */
function openTab(at: string, askIsNewer: () => Promise<boolean>) {
  const opened: string[] = [];
  const history = reloadStaleTab({
    history: createMemoryHistory({ initialEntries: [at], v5Compat: true }),
    askIsNewer,
    open: (href) => opened.push(href),
  });
  jest.advanceTimersByTime(6 * 60_000);
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  return { history, opened, comeBack };
}

it('opens the next page with a new document once another composition is live', async () => {
  const { history, opened, comeBack } = openTab('/', async () => true);
  await comeBack();
  history.push('/products?page=2');
  expect(opened).toEqual(['/products?page=2']);
  expect(history.location.pathname).toBe('/');
});

it('stays in the page while nothing else is live, and when nobody can tell', async () => {
  for (const answer of [Promise.resolve(false), Promise.reject(new Error('no line'))]) {
    const { history, opened, comeBack } = openTab('/', () => answer);
    await comeBack();
    history.push('/cart');
    expect(opened).toEqual([]);
    expect(history.location.pathname).toBe('/cart');
  }
});

it.each([
  ['/cart', '/checkout'],
  ['/checkout', '/payment?orderId=7'],
  ['/payment', '/order-success'],
  ['/checkout', '/products'],
])('never in a purchase: from %s to %s', async (from, to) => {
  const { history, opened, comeBack } = openTab(from, async () => true);
  await comeBack();
  history.push(to);
  expect(opened).toEqual([]);
});

it('neither within a page, nor with state that a new document would lose', async () => {
  const { history, opened, comeBack } = openTab('/products', async () => true);
  await comeBack();
  history.push('/products?page=2');
  history.push('/login', { from: '/account' });
  expect(opened).toEqual([]);
  expect(history.location).toMatchObject({ pathname: '/login', state: { from: '/account' } });
});

it('asks at most once in five minutes', async () => {
  const askIsNewer = jest.fn(async () => false);
  const { history, comeBack } = openTab('/', askIsNewer);
  await comeBack();
  await comeBack();
  history.push('/cart');
  expect(askIsNewer).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(6 * 60_000);
  history.push('/');
  expect(askIsNewer).toHaveBeenCalledTimes(2);
});
