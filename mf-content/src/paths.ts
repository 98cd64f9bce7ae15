import type { OwnedPaths } from '@shop/remote-contract/remote-module';
import { policySlugs } from '@shop/remote-contract/urls';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  contact: { pattern: '/contact', access: 'open', query: [] },
  'api-test': { pattern: '/api-test', access: 'open', isPrivate: true, query: [] },
  'not-found': { pattern: '/404', access: 'open', status: 404, query: [] },
  policy: {
    pattern: '/:policyType',
    access: 'open',
    query: [],
    known: { policyType: policySlugs },
  },
  unknown: { pattern: '*', access: 'open', status: 404, query: [] },
} as const satisfies OwnedPaths;
