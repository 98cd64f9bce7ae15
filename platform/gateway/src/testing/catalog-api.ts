import { startTestServer } from '@shop/releases/testing/test-resources';

/**
 * Starts a store API with products, which is closed after the tests of the file.
 *
 * @returns Its address, its calls, and the state that a test changes.
 */
export async function startCatalogApi(ids: readonly string[]) {
  const state = {
    ids,
    categories: ['Kitchen Tools'],
    version: 1,
    isDown: false,
    hasDates: false,
    hasSearch: false,
    hasByteOrderMark: false,
    searchStatus: 200,
  };
  const dates = new Map<string, string>();
  const calls: string[] = [];
  const bodies: Record<string, (query: URLSearchParams) => object> = {
    '/storeInfo': () => ({ storeName: 'Tamra & Teak', categories: state.categories }),
    '/products': (query) => {
      const from = (Number(query.get('page')) - 1) * 100;
      const page = state.ids.slice(from, from + 100);
      const data = page.map((id, index) => ({ id, title: 'Tawa', regularPrice: 100 + from + index }));
      return { data, pagination: { total: state.ids.length } };
    },
    '/product-dates': (query) => {
      const from = state.ids.indexOf(query.get('after') ?? '') + 1;
      const page = state.ids.slice(from, from + Number(query.get('limit')));
      const data = page.map((id) => [id, dates.get(id) ?? '2026-01-01T00:00:00.000Z']);
      return { version: String(state.version), data };
    },
    '/search': () => ({ data: [], from: 'the store API' }),
  };
  const { origin: storeApiUrl } = await startTestServer(({ url = '' }, response) => {
    calls.push(url);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const status = pathname === '/search' ? state.searchStatus : 200;
    if (state.hasDates) response.setHeader('accept-product-dates', 'true');
    if (state.hasSearch) response.setHeader('accept-search', 'true');
    response.writeHead(state.isDown ? 500 : status, { 'content-type': 'application/json' });
    response.end((state.hasByteOrderMark ? '\ufeff' : '') + JSON.stringify(bodies[pathname]?.(searchParams)));
  });
  return { storeApiUrl, state, dates, calls };
}
