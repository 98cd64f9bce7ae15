/** URLs between remotes. A remote that links to another's screen builds the address here and nowhere else. */
export const urls = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  productList: (query: ProductListLink = {}) => withQuery('/products', { ...query }),
  product: (id: string) => `/product/${encodeURIComponent(id)}`,
  cart: () => '/cart',
  checkout: () => '/checkout',
  payment: (orderId?: string) => withQuery('/payment', { orderId }),
  orderSuccess: () => '/order-success',
  account: () => '/account',
  orders: () => '/orders',
  trackOrder: (id?: string) => withQuery('/track-order', { id }),
  contact: () => '/contact',
  policy: (slug: PolicySlug) => `/${slug}`,
  notFound: () => '/404',
} as const;

export type PolicySlug = 'terms' | 'privacy' | 'refund' | 'return' | 'shipping' | 'about';

export interface ProductListLink {
  /** A category's name, lower case as the specification links it. */
  category?: string;
  parentCategory?: string;
  /** 1 for the first page. */
  page?: number;
  featured?: boolean;
  /** Products in a row on wide screens, when it is not the default. */
  columns?: number;
}

function withQuery(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}
