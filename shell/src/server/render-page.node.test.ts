import { urls } from '@shop/remote-contract/urls';
import { documentComposition as composition } from '../testing/document-composition';
import { getCanonicalPath, renderPage } from './render-page';

test.each([
  ['/products', '/products', '/products'],
  ['/products', '/products/', '/products'],
  ['/products', '/Products', '/products'],
  ['/product/:id', '/Product/A%2Fb/', '/product/A%2Fb'],
  ['/product/:id', '/product/%63opper-%e0%a4%9a/', '/product/copper-%E0%A4%9A'],
  ['/product/:id', '/product/a:b', '/product/a%3Ab'],
  ['/product/:id', '/product/%252e', '/product/%252e'],
  ['/product/:id', '/product/%E0%A4%A', '/product/%E0%A4%A'],
  ['/:policyType', '/%74erms', '/terms'],
  ['/:policyType', '/%2Fevil.example', '/%2Fevil.example'],
  ['/', '/', '/'],
  ['/', '//', '/'],
  ['/:policyType', '//evil.example', '/evil.example'],
  ['*', '/a/B/', '/a/B/'],
])('gives the canonical path for %s and %s: %s', (pattern, pathname, canonical) => {
  expect(getCanonicalPath(pattern, pathname)).toBe(canonical);
});

test.each(["it's", '(a)', '!*~', 'a/b', 'a:b@c,d;e=f&g+h$', 'a b', '[a|b]^`{}', '"<>\\', '%2e', 'ताँबे का', '😀'])(
  'the link to the product "%s" is canonical, as a browser normalizes it',
  (id) => {
    const { pathname } = new URL(urls.product(id), 'https://shop.test');
    expect(getCanonicalPath('/product/:id', pathname)).toBe(pathname);
  },
);

test.each([
  ['/login/', '/login'],
  ['/LOGIN///', '/login'],
  ['/%72egister', '/register'],
])('redirects the address %s of a screen of the shell to %s', async (pathname, location) => {
  const settings = { apiBase: 'http://api.test/api/v1', publicUrl: 'https://shop.test' };
  const request = { composition, pathname, search: '', hostname: 'shop.test', settings };
  const page = await renderPage(request, { loadRemote: () => ({ routes: {} }), styleSheets: {} });
  expect(page).toEqual({ kind: 'redirect', location });
});
