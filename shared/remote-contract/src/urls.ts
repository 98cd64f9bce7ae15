/**
 * URLs of the shop's screens. A remote that links to a screen of another remote builds the address only here.
 *
 * @example urls.product('a/b') // '/product/a%2Fb'
 */
export const urls = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  productList: (query: ProductListLink = {}) => withQuery('/products', { ...query }),
  /** @param q Words to find in the products of the shop. */
  search: (q?: string) => withQuery('/search', { q }),
  product: (id: string) => `/product/${encodeURIComponent(id)}`,
  cart: () => '/cart',
  checkout: () => '/checkout',
  payment: (orderId?: string) => withQuery('/payment', { orderId }),
  orderSuccess: () => '/order-success',
  account: () => '/account',
  orders: () => '/orders',
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  trackOrder: (id?: string) => withQuery('/track-order', { id }),
  contact: () => '/contact',
  policy: (slug: PolicySlug) => `/${slug}`,
  notFound: () => '/404',
} as const;

/** Screens of a purchase. They hold state that exists only in their document, so no document is loaded between them. */
export const purchasePaths: readonly string[] = [urls.checkout(), urls.payment(), urls.orderSuccess()];

/** Addresses of the shop's policies: `/terms`. */
export const policySlugs = ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] as const;

export type PolicySlug = (typeof policySlugs)[number];

export interface ProductListLink {
  /** Name of a category in lower case, as the specification links it. */
  category?: string;
  parentCategory?: string;
  /** 1 for the first page. */
  page?: number;
  featured?: boolean;
  /** Products per row on wide screens, when it differs from the default. */
  columns?: number;
}

function withQuery(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
