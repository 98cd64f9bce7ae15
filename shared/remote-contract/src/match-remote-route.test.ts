import type { ComposedPath, ComposedRemote, Composition } from './composition';
import { isShellPath, matchRemoteRoute } from './match-remote-route';

const app = (name: string) => ({
  name,
  version: '1.0.0',
  digest: '0123456789ab',
  base: `/r/${name}/1.0.0-0123456789ab/`,
  entry: { path: 'entry.js', integrity: 'sha384-test' as const },
});

const remote = (name: string, patterns: Record<string, string>): ComposedRemote => ({
  ...app(name),
  global: name,
  paths: Object.entries(patterns).map(([id, pattern]): ComposedPath => ({ id, pattern, access: 'open' })),
});

const compose = (...remotes: ComposedRemote[]): Composition => ({
  seq: 1,
  env: 'production',
  shell: app('shell'),
  remotes,
});

const composition = compose(
  remote('mf-content', { unknown: '*', policy: '/:policyType', 'not-found': '/404' }),
  remote('mf-catalog', { home: '/', product: '/product/:id' }),
);

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
  expect(matchRemoteRoute(compose(), '/')).toBeUndefined();
});
