import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  contact: { pattern: '/contact', access: 'open' },
  'api-test': { pattern: '/api-test', access: 'open', isPrivate: true },
  'not-found': { pattern: '/404', access: 'open', status: 404 },
  policy: {
    pattern: '/:policyType',
    access: 'open',
    known: { policyType: ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] },
  },
  unknown: { pattern: '*', access: 'open', status: 404 },
} as const satisfies OwnedPaths;
