import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  home: { pattern: '/', access: 'open' },
  products: { pattern: '/products', access: 'open' },
  product: { pattern: '/product/:id', access: 'open' },
} as const satisfies OwnedPaths;
