import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  cart: { pattern: '/cart', access: 'open', isPrivate: true },
  checkout: { pattern: '/checkout', access: 'signed-in' },
} as const satisfies OwnedPaths;
