import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". The page of one order is an addition. */
export const paths = {
  account: { pattern: '/account', access: 'signed-in' },
  orders: { pattern: '/orders', access: 'signed-in' },
  order: { pattern: '/orders/:id', access: 'signed-in' },
  'track-order': { pattern: '/track-order', access: 'open', isPrivate: true, query: [] },
} as const satisfies OwnedPaths;
