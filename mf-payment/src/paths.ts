import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  payment: { pattern: '/payment', access: 'signed-in', query: [] },
  'order-success': { pattern: '/order-success', access: 'open', isPrivate: true, query: [] },
} as const satisfies OwnedPaths;
