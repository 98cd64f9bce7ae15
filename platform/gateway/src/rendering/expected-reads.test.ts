import { aComposition } from '@shop/testing/a-composition';
import { ExpectedReads } from './expected-reads';

const composition = aComposition([]);
const api = 'http://localhost:8044/api/v1';

/** A page of the product `id`, or of a list or search with a query. */
const request = (path: 'product' | 'products', params: Record<string, string>, search = '', language?: string) => ({
  composition,
  pathname: '/',
  hostname: 'localhost',
  settings: {},
  route: { remote: 'mf-catalog', path, params },
  search,
  ...(language && { language }),
});
const product = (id: string) => request('product', { id });
const list = (search: string) => request('products', {}, search);

it.each([
  ['a segment', product('a'), [`${api}/products/a`], product('b'), [`${api}/products/b`]],
  ['an encoded segment', product('a b'), [`${api}/products/a%20b`], product('c/d'), [`${api}/products/c%2Fd`]],
  [
    'values of a query',
    list('?category=men&page=2'),
    [`${api}/products?page=2&limit=12&category=men`, `${api}/storeInfo`],
    list('?category=women&page=3'),
    [`${api}/products?page=3&limit=12&category=women`, `${api}/storeInfo`],
  ],
  ['a value with spaces', list('?q=a+b'), [`${api}/search?q=a+b`], list('?q=c%20d'), [`${api}/search?q=c+d`]],
  [
    'a constant that is like a value',
    list('?page=12'),
    [`${api}/products?limit=12`],
    list('?page=3'),
    [`${api}/products?limit=3`],
  ],
])('expects %s of another page', (_what, seen, urls, next, expected) => {
  const reads = new ExpectedReads();
  reads.learn(seen, urls);
  expect(reads.list(next)).toEqual(expected);
});

it.each([
  ['another path', list('')],
  ['another name in the query', request('product', { id: 'b' }, '?size=s')],
  ['another language', request('product', { id: 'b' }, '', 'hi')],
])('expects nothing of a page with %s', (_what, next) => {
  const reads = new ExpectedReads();
  reads.learn(product('a'), [`${api}/products/a`]);
  expect(reads.list(next)).toEqual([]);
});

it('expects a read no longer that pages do not need, and again when they do', () => {
  const reads = new ExpectedReads();
  const popular = `${api}/products?limit=12`;
  const search = (q: string) => `${api}/search?q=${q}`;
  reads.learn(list('?q=none'), [search('none'), popular]);
  expect(reads.list(list('?q=tawa'))).toEqual([search('tawa'), popular]);
  reads.learn(list('?q=tawa'), [search('tawa')]);
  expect(reads.list(list('?q=kadhai'))).toEqual([search('kadhai')]);
  for (const q of ['nil', 'zero', 'nought']) reads.learn(list(`?q=${q}`), [search(q), popular]);
  expect(reads.list(list('?q=pan'))).toEqual([search('pan'), popular]);
});

it('remembers a bounded number of reads of a path', () => {
  const reads = new ExpectedReads();
  for (let index = 0; index < 100; index++) reads.learn(product('a'), [`${api}/other/${index}`]);
  expect(reads.list(product('a')).length).toBeLessThanOrEqual(20);
});

it.each([
  [
    'more than the gateway sends',
    Array.from({ length: 41 }, () => `${api}/first`).with(40, `${api}/last`),
    [`${api}/first`],
  ],
  ['longer than the gateway reads', [`${api}/first`, `${api}/${'x'.repeat(2000)}`], [`${api}/first`]],
])('expects no reads that are %s', (_what, urls, expected) => {
  const reads = new ExpectedReads();
  reads.learn(list(''), urls);
  expect(reads.list(list(''))).toEqual(expected);
});

it('does work for many reads, parts and values that is in proportion to each', () => {
  const reads = new ExpectedReads();
  const search = `?${Array.from({ length: 300 }, (_, index) => `b=value${index}`).join('&')}`;
  const urls = Array.from({ length: 1000 }, (_, index) => `${api}/${index}${'/x'.repeat(100)}`);
  const [encode, stringify] = [jest.spyOn(URLSearchParams.prototype, 'toString'), jest.spyOn(JSON, 'stringify')];
  reads.learn(list(search), urls);
  expect(encode.mock.calls.length).toBeLessThan(500);
  expect(stringify.mock.calls.length).toBeLessThan(500);
  jest.restoreAllMocks();
  expect(reads.list(list(search))).toEqual(urls.slice(0, 20));
});
