import { aProduct, aProductList, aProductSearch, aStoreInfo } from '@shop/testing/builders';

const products = Array.from({ length: 14 }, (_, index) =>
  aProduct({ id: `p-${index + 1}`, title: `Saucepan ${index + 1}`, discountedPrice: index === 0 ? 3999 : null }),
);

export interface FakeStoreApi {
  /** Paths and queries of the requests. */
  requests: string[];
  /** Replaces the answer to each request whose path begins with the text. */
  fail: (path: string, status: number) => void;
}

/** Replaces the global `fetch` by a store API with fourteen products in the category `cookware`. A search finds the first ones. */
export function fakeStoreApi(storeInfo = aStoreInfo()): FakeStoreApi {
  const requests: string[] = [];
  const failures = new Map<string, number>();
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const path = url.pathname.replace('/api/v1', '');
    requests.push(path + url.search);
    const failure = [...failures].find(([start]) => path.startsWith(start))?.[1];
    if (failure) return Response.json({ error: 'Failed' }, { status: failure });
    if (path === '/storeInfo') return Response.json(storeInfo);
    if (path === '/-/search')
      return Response.json(aProductSearch(products.slice(0, Number(url.searchParams.get('limit')))));
    if (path === '/products') return Response.json(listProducts(url.searchParams));
    const product = products.find(({ id }) => path === `/products/${id}`);
    return product ? Response.json(product) : Response.json({ error: 'Not found' }, { status: 404 });
  };
  return { requests, fail: (path, status) => failures.set(path, status) };
}

function listProducts(query: URLSearchParams) {
  if (query.has('category') && query.get('category') !== 'cookware') return aProductList([]);
  const limit = Number(query.get('limit'));
  const from = (Number(query.get('page')) - 1) * limit;
  return aProductList(products.slice(from, from + limit), products.length);
}
