import { storeApi } from '@shop/api-client/store-api';
import { createAppStore } from '@shop/store/create-app-store';
import { aProduct, aProductList } from '@shop/testing/builders';
import { parseProductListAddress } from './product-list-address';
import { loadProductList } from './use-product-list';

test('a server leaves filters that do not load to the browser, and renders the list', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname === '/-/search') return Response.json({ error: 'no' }, { status: 503 });
    return Response.json(aProductList([aProduct()]));
  });
  const settings = { apiBase: 'http://api.test/api/v1', orderAmounts: 'dollar' } as const;
  const { store } = createAppStore({ settings, storage: null });
  const address = parseProductListAddress(new URLSearchParams('category=cookware'));
  const page = await loadProductList(address, store.dispatch);
  expect(page?.products).toHaveLength(1);
  expect(fetched).toHaveBeenCalledTimes(3);
  expect(Object.values(store.getState().api.queries).map((query) => query?.endpointName)).toEqual([
    'catalogSubCategories',
    'catalogProducts',
  ]);
  // RTK Query holds unused responses for minutes.
  store.dispatch(storeApi.util.resetApiState());
  fetched.mockRestore();
});
