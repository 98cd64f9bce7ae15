import { documentStatus } from './document-status';

const policy = { id: 'policy', pattern: '/:policyType', access: 'open', known: { policyType: ['terms'] } } as const;
const notFound = { id: 'not-found', pattern: '/404', access: 'open', status: 404 } as const;

test.each([
  ['200 for a known parameter value', { path: policy, params: { policyType: 'terms' } }, 200],
  ['404 for a parameter value in other letter case', { path: policy, params: { policyType: 'TERMS' } }, 404],
  ['404 for an unknown parameter value', { path: policy, params: { policyType: 'nonsense' } }, 404],
  ['404 for a path that declares 404', { path: notFound, params: {} }, 404],
  ['200 for a path without known values', { path: { ...policy, known: undefined }, params: { policyType: 'x' } }, 200],
])('answers %s [R.01-4]', (_title, match, status) => {
  expect(documentStatus(match)).toBe(status);
});
