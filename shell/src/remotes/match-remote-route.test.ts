import { composeFakes } from '../testing/render-shop';
import { documentStatus, matchRemoteRoute } from './match-remote-route';

const load = async () => ({ Screen: () => null });
const composition = composeFakes([
  {
    name: 'mf-content',
    paths: [
      { id: 'unknown', pattern: '*', status: 404 },
      { id: 'policy', pattern: '/:policyType', known: { policyType: ['terms'] } },
      { id: 'not-found', pattern: '/404', status: 404 },
    ],
    load,
  },
  {
    name: 'mf-catalog',
    paths: [
      { id: 'home', pattern: '/' },
      { id: 'product', pattern: '/product/:id' },
    ],
    load,
  },
]);

test.each([
  ['/', 'mf-catalog home', 200],
  ['/product/a%2Fb', 'mf-catalog product', 200],
  ['/terms', 'mf-content policy', 200],
  ['/TERMS', 'mf-content policy', 404],
  ['/nonsense', 'mf-content policy', 404],
  ['/404', 'mf-content not-found', 404],
  ['/a/b', 'mf-content unknown', 404],
])('%s belongs to %s and answers %i [R.01-4]', (pathname, owner, status) => {
  const found = matchRemoteRoute(composition, pathname);
  expect(found && `${found.remote.name} ${found.path.id}`).toBe(owner);
  expect(found && documentStatus(found.path, found.params)).toBe(status);
});

test.each(['/login', '/register/', '/LOGIN'])(
  '%s is the shell’s own, whatever patterns remotes declare',
  (pathname) => {
    expect(matchRemoteRoute(composition, pathname)).toBeUndefined();
  },
);

test('nobody owns a path of an empty composition', () => {
  expect(matchRemoteRoute(composeFakes([]), '/')).toBeUndefined();
});
