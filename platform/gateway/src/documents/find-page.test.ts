import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import { findPage } from './find-page';

const normalizeQuery = (composition: Composition, pathname: string, search: string) =>
  findPage(composition, pathname, search).search;

const app = {
  name: 'mf-a',
  version: '1.0.0',
  digest: '0123456789ab',
  base: '/r/mf-a/1.0.0-0123456789ab/',
  entry: { path: 'entry.js', integrity: 'sha384-test' as const },
};

const compose = (queries: Record<string, readonly string[] | undefined>): Composition => {
  const paths = Object.entries(queries).map(
    ([pattern, query]): ComposedPath => ({ id: pattern, pattern, access: 'open', ...(query ? { query } : {}) }),
  );
  return { seq: 1, env: 'production', shell: app, remotes: [{ ...app, global: 'a', paths }] };
};

const shop = compose({
  '/': [],
  '/products': ['category', 'page'],
  '/product/:id': [],
  '/account': undefined,
  '*': ['lost'],
});

test.each([
  ['/products', '', ''],
  ['/products', '?', ''],
  ['/products', '?page=2&category=cookware', '?category=cookware&page=2'],
  ['/products', '?utm_source=x&page=2&fbclid=y&category=a%20%26b', '?category=a+%26b&page=2'],
  ['/products', '?page=3&category=b&page=2', '?category=b&page=3&page=2'],
  ['/PRODUCTS/', '?page=2', '?page=2'],
  ['/%70roducts', '?page=2', '?page=2'],
  ['/product/7', '?page=2', ''],
  ['/product/a%2Fb', '?page=2', ''],
  ['/', '?gclid=1', ''],
  ['/a/b', '?lost=1', '?lost=1'],
  ['/products/7', '?page=2', ''],
  ['/%E0%A4%A', '?page=2', ''],
])('reduces the query of %s%s to %j', (pathname, search, expected) => {
  expect(normalizeQuery(shop, pathname, search)).toBe(expected);
});

test.each([
  ['a path without a declaration', '/account', '?page=2'],
  ['a long value', '/products', `?category=${'x'.repeat(201)}`],
  ['a long query', '/products', `?utm_source=${'x'.repeat(2000)}`],
])('renders no content for %s', (_what, pathname, search) => {
  expect(normalizeQuery(shop, pathname, search)).toBeNull();
});

test('renders no content for a composition of releases that declare nothing', () => {
  expect(normalizeQuery(compose({ '/': undefined }), '/', '?a=1')).toBeNull();
  expect(normalizeQuery(compose({}), '/', '?a=1')).toBeNull();
});

test.each([
  ['/Terms', '/terms'],
  ['/TERMS/', '/terms/'],
  ['/terms', '/terms'],
  ['/Unknown', '/Unknown'],
  ['/hi/About', '/about', 'hi'],
  ['/Hi/About', '/about', 'hi'],
  ['/HI', '/', 'hi'],
  ['/EN-gb/Product/A7', '/Product/A7', 'en-GB'],
  ['/hindi', '/hindi'],
  ['/$$', '/$$'],
  ['/guides/Care/Terms', '/guides/care/Terms'],
  ['/Product/Terms', '/Product/Terms'],
])(
  'of the address %s corrects the letter case of the language and of known values: %s',
  (address, pathname, language = 'en') => {
    const paths: ComposedPath[] = [
      { id: 'policy', pattern: '/:slug', access: 'open', known: { slug: ['terms', 'about'] } },
      { id: 'guide', pattern: '/guides/:topic/:id', access: 'open', known: { topic: ['care', 'terms'] } },
      { id: 'product', pattern: '/product/:id', access: 'open' },
    ];
    const composition = compose({});
    composition.remotes = [{ ...app, global: 'a', paths }];
    composition.shell = { ...app, languages: ['hi', 'en-GB'] };
    expect(findPage(composition, address, '')).toMatchObject({ language, pathname });
  },
);
