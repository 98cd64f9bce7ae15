import { getCanonicalPath } from './render-page';

test.each([
  ['/products', '/products', '/products'],
  ['/products', '/products/', '/products'],
  ['/products', '/Products', '/products'],
  ['/product/:id', '/Product/A%2Fb/', '/product/A%2Fb'],
  ['/', '/', '/'],
  ['/', '//', '/'],
  ['/:policyType', '//evil.example', '/evil.example'],
  ['*', '/a/B/', '/a/B/'],
])('gives the canonical path for %s and %s: %s', (pattern, pathname, canonical) => {
  expect(getCanonicalPath(pattern, pathname)).toBe(canonical);
});
