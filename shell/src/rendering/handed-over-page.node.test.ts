import { type HandedOverPage, isRenderedFor, isStale, markAsStale, takeLoadedApi } from './handed-over-page';

const page = (more: Partial<HandedOverPage> = {}): HandedOverPage => ({
  pathname: '/products',
  search: '?category=men&page=2',
  renderedAt: 1_000_000,
  api: { queries: {}, provided: { tags: {}, keys: {} } as never },
  addresses: [],
  ...more,
});

test.each([
  ['the same address', '/products', '?category=men&page=2', true],
  ['the parameters in another order, and one more', '/products', '?utm_source=x&page=2&category=men', true],
  ['another value', '/products', '?category=men&page=3', false],
  ['a missing parameter', '/products', '?category=men', false],
  ['another path', '/login', '?category=men&page=2', false],
])('belongs to a window with %s: %s%s %p', (_title, pathname, search, isFor) => {
  expect(isRenderedFor(page(), { pathname, search })).toBe(isFor);
});

test.each([
  ['a moment', 5_000, false],
  ['more than a minute', 61_000, true],
  ['a time that the clocks do not agree on', -61_000, true],
])('is stale after %s: %i ms %p', (_title, age, stale) => {
  expect(isStale(page(), page().renderedAt + age)).toBe(stale);
});

const fulfilled = {
  status: 'fulfilled',
  endpointName: 'storeInfo',
  requestId: 'r1',
  originalArgs: undefined,
  startedTimeStamp: 1,
  fulfilledTimeStamp: 2,
  data: { storeName: 'Tamra' },
};
const queries = { a: fulfilled, b: { ...fulfilled, status: 'pending' }, c: { ...fulfilled, status: 'rejected' } };
const state = { queries, provided: { tags: {}, keys: {} } } as never;

test('takes settled responses without the ids of their requests', () => {
  const taken = takeLoadedApi(state);
  expect(Object.keys(taken.queries)).toEqual(['a', 'c']);
  expect(taken.queries.a).toMatchObject({ data: { storeName: 'Tamra' }, fulfilledTimeStamp: 2 });
  expect(taken.queries.a).not.toHaveProperty('requestId');
});

test('takes the answer that an object is missing as settled, and no other failure', () => {
  const rejected = { status: 'rejected', endpointName: 'catalogProduct', requestId: 'r1', startedTimeStamp: 1 };
  const missing = { ...rejected, error: { kind: 'status', status: 404, message: '' } };
  const broken = { ...rejected, error: { kind: 'status', status: 500, message: '' } };
  const taken = takeLoadedApi({ queries: { missing, broken }, provided: {} } as never);
  expect(taken.queries.missing).toMatchObject({ error: { status: 404 }, fulfilledTimeStamp: 1 });
  expect(taken.queries.broken).not.toHaveProperty('fulfilledTimeStamp');
});

test('takes store information without the texts of policies', () => {
  const data = { storeName: 'Tamra', ownPolicies: ['terms'], policies: { terms: '<p>Own text</p>' } };
  const taken = takeLoadedApi({ queries: { a: { ...fulfilled, data } }, provided: {} } as never);
  expect(taken.queries.a?.data).toEqual({ storeName: 'Tamra', ownPolicies: ['terms'] });
});

test('keeps the data of stale responses, and lets components request them again', () => {
  const [stale] = Object.values(markAsStale(takeLoadedApi(state)).queries);
  expect(stale).toMatchObject({ data: { storeName: 'Tamra' }, status: 'fulfilled' });
  expect(stale).not.toHaveProperty('fulfilledTimeStamp');
});
