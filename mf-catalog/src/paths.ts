import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  home: { pattern: '/', access: 'open', query: [] },
  products: {
    pattern: '/products',
    access: 'open',
    query: ['category', 'parentCategory', 'page', 'columns', 'featured'],
  },
  product: { pattern: '/product/:id', access: 'open', query: [] },
} as const satisfies OwnedPaths;
