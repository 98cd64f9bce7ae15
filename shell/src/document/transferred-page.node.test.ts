import { isRenderedFor, isStale, restoreResponses, type TransferredPage, takeResponses } from './transferred-page';

const page = (api: object = {}): TransferredPage => ({
  pathname: '/products',
  search: '?category=men&page=2',
  renderedAt: 1_000_000,
  api: { queries: {}, provided: { tags: {}, keys: {} }, ...api } as never,
  addresses: [],
});

test.each([
  ['the same address', '/products', '?category=men&page=2', true],
  ['the parameters in another order, and one more', '/products', '?utm_source=x&page=2&category=men', true],
  ['another value', '/products', '?category=men&page=3', false],
  ['a missing parameter', '/products', '?category=men', false],
  ['another path', '/login', '?category=men&page=2', false],
])('a page belongs to a window with %s: %s%s %p', (_title, pathname, search, isFor) => {
  expect(isRenderedFor(page(), { pathname, search })).toBe(isFor);
});

test.each([
  ['a moment', 5_000, false],
  ['more than a minute', 61_000, true],
  ['a time that the clocks do not agree on', -61_000, true],
])('a page is stale after %s: %i ms %p', (_title, age, stale) => {
  expect(isStale(page(), page().renderedAt + age)).toBe(stale);
});

const query = { status: 'fulfilled', endpointName: 'storeInfo', originalArgs: undefined };
const requested = { ...query, requestId: 'r1', startedTimeStamp: 1, fulfilledTimeStamp: 2 };
const rejected = (status: number) => ({ ...query, status: 'rejected', error: { kind: 'status', status, message: '' } });

test('the server takes settled responses without ids and times of their requests, and without the texts of policies', () => {
  const data = { storeName: 'Tamra', ownPolicies: ['terms'], policies: { terms: '<p>Own text</p>' } };
  const queries = { a: { ...requested, data }, b: { ...requested, status: 'pending' }, c: rejected(500) };
  const taken = takeResponses({ queries, provided: {} } as never);
  expect(taken.queries).toEqual({
    a: { ...query, data: { storeName: 'Tamra', ownPolicies: ['terms'] } },
    c: rejected(500),
  });
});

test.each([
  [true, { data: 1_000_000, missing: 1_000_000, broken: undefined }],
  [false, { data: undefined, missing: undefined, broken: undefined }],
])('data and a missing object count as responses of a page that is fresh: %p', (isFresh, times) => {
  const queries = { data: query, missing: rejected(404), broken: rejected(500) };
  const restored = restoreResponses(page({ queries }), isFresh).queries;
  expect(Object.keys(restored)).toEqual(Object.keys(times));
  for (const [key, time] of Object.entries(times)) expect(restored[key]?.fulfilledTimeStamp).toBe(time);
});
