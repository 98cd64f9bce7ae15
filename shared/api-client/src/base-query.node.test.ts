import { renderedShopOrigin } from '@shop/api-contract/shop-address';
import { storeBaseQuery } from './base-query';

it('sends a call of the shop to the gateway while a page is rendered', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
  const api = {
    extra: { readToken: () => null, onTokenRejected: () => undefined },
    getState: () => ({ settings: { apiBase: 'https://api.shop.example/api/v1' } }),
    signal: new AbortController().signal,
  };
  await storeBaseQuery({ url: '/-/search', params: { q: 'tawa', size: ['10', '12'] } }, api as never, {});
  const [request] = fetched.mock.lastCall ?? [];
  expect(request).toHaveProperty('url', `${renderedShopOrigin}/-/search?q=tawa&size=10&size=12`);
  fetched.mockRestore();
});
