import type { OwnedPaths } from '@shop/remote-contract/remote-module';

/** Parameters that sort and filter products. `colour` and `size` can be repeated. */
const filters = ['sort', 'minPrice', 'maxPrice', 'colour', 'size'] as const;

/** The paths this remote owns. Specification 2 "Route table"; Interpretation "Route owners". */
export const paths = {
  home: { pattern: '/', access: 'open', query: [] },
  products: {
    pattern: '/products',
    access: 'open',
    query: ['category', 'parentCategory', 'page', 'columns', 'featured', ...filters],
  },
  search: { pattern: '/search', access: 'open', query: ['q', 'category', 'page', 'columns', ...filters] },
  product: { pattern: '/product/:id', access: 'open', query: [] },
} as const satisfies OwnedPaths;
