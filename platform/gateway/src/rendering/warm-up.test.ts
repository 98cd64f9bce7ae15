import type { Composition } from '@shop/remote-contract/composition';
import { listWarmUpRequests } from './warm-up';

const app = { name: 'mf-a', version: '1.0.0', digest: '', base: '/', entry: { path: '', integrity: '' as const } };

function listPathnames(paths: Composition['remotes'][number]['paths']): string[] {
  const composition = { seq: 1, env: 'test', shell: app, remotes: [{ ...app, global: 'a', paths }] };
  return listWarmUpRequests(composition, { orderAmounts: 'rupee' }).map(({ pathname }) => pathname);
}

test('every warm-up request has an absolute path, with a known value for each parameter that has one', () => {
  const pathnames = listPathnames([
    { id: 'home', pattern: '/', access: 'open' },
    { id: 'product', pattern: '/product/:id', access: 'open' },
    { id: 'policy', pattern: '/:policyType', access: 'open', known: { policyType: ['terms', 'refund'] } },
    { id: 'unknown', pattern: '*', access: 'open' },
  ]);
  expect(pathnames).toEqual(['/', '/product/1', '/terms', '/1']);
});

test('a path behind sign-in has no warm-up request', () => {
  expect(listPathnames([{ id: 'orders', pattern: '/orders', access: 'signed-in' }])).toEqual([]);
});
