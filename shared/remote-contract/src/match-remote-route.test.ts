import { aComposition } from '@shop/testing/a-composition';
import { matchRoutes } from 'react-router-dom';
import { isShellPath, matchRemoteRoute } from './match-remote-route';

const remote = (name: string, patterns: Record<string, string>) => ({
  name,
  paths: Object.fromEntries(
    Object.entries(patterns).map(([id, pattern]) => [id, { pattern, access: 'open' as const }]),
  ),
});

const composition = aComposition([
  remote('mf-content', { unknown: '*', policy: '/:policyType', 'not-found': '/404' }),
  remote('mf-catalog', { home: '/', product: '/product/:id' }),
]);

test.each([
  ['/', 'mf-catalog home', {}],
  ['/product/a%2Fb', 'mf-catalog product', { id: 'a/b' }],
  ['/terms', 'mf-content policy', { policyType: 'terms' }],
  ['/TERMS', 'mf-content policy', { policyType: 'TERMS' }],
  ['/404', 'mf-content not-found', {}],
  ['/a/b', 'mf-content unknown', { '*': 'a/b' }],
])('matches %s to %s with its parameters [R.01-4]', (pathname, owner, params) => {
  const match = matchRemoteRoute(composition, pathname);
  expect(match && `${match.remote.name} ${match.path.id}`).toBe(owner);
  expect(match?.params).toEqual(params);
});

test.each(['/login', '/register/', '/LOGIN'])(
  'leaves %s to the shell, whatever patterns the remotes declare',
  (pathname) => {
    expect(isShellPath(pathname)).toBe(true);
    expect(matchRemoteRoute(composition, pathname)).toBeUndefined();
  },
);

test('finds no owner in a composition without remotes', () => {
  expect(matchRemoteRoute(aComposition([]), '/')).toBeUndefined();
});

test('finds the owner and the parameters that React Router finds', () => {
  // React Router warns about a malformed address.
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const patterns = [
    '/',
    '/products',
    '/products/new',
    '/product/:id',
    '/product/:id?/reviews',
    '/a.b',
    '/404',
    '/:slug',
    '/files/*',
    '/x/:a/:b?',
    '*',
  ];
  const shop = aComposition([remote('mf-a', Object.fromEntries(patterns.map((pattern) => [pattern, pattern])))]);
  const parts = [
    '',
    'products',
    'Products',
    'new',
    'product',
    'reviews',
    'files',
    'x',
    'a.b',
    'axb',
    '404',
    '+',
    '(y)',
  ];
  const encoded = ['a%2Fb', 'a%20b', '%E0%A4%A', '%70roducts', 'prod%75ct', '7'];
  const segments = [...parts, ...encoded];
  const addresses = segments.flatMap((first) =>
    segments.flatMap((second) => [`/${first}/${second}`, `/${first}/${second}/`, `/${first}/${second}/7`]),
  );
  const find = (pathname: string) => {
    const match = matchRemoteRoute(shop, pathname);
    return match && { pattern: match.path.pattern, params: match.params };
  };
  const expected = (pathname: string) => {
    const match = matchRoutes(
      patterns.map((path) => ({ path })),
      { pathname },
    )?.at(-1);
    return match && { pattern: match.route.path, params: match.params };
  };
  for (const address of addresses) expect([address, find(address)]).toEqual([address, expected(address)]);
  warn.mockRestore();
});
