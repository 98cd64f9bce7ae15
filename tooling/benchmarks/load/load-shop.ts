import { openLimits } from '@shop/store-api/testing/open-limits';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import { type BenchmarkGateway, type BenchmarkShop, openBenchmarkShop } from '../release/benchmark-shop';
import { listFiles } from '../release/list-files';
import type { LoadPlan } from './run-load';

const account = { email: 'load@example.com', password: 'saffron-and-salt' };

/** A shop with an account and the addresses that a load requests. */
export interface LoadShop {
  shop: BenchmarkShop;
  /** Describes a load of a number of connections on a gateway, with release files. Default: none. */
  plan: (gateway: BenchmarkGateway, connections: number, seconds: number, files?: LoadPlan['paths']) => LoadPlan;
}

/** @param firstPort Port of the store API. Each gateway takes the next port. */
export async function openLoadShop(firstPort: number): Promise<LoadShop> {
  const shop = await openBenchmarkShop(firstPort, openLimits);
  const storeApi = new URL(shop.storeApi).origin;
  const register = await fetch(`${storeApi}/api/v1/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, firstName: 'Asha', lastName: 'Rao' }),
  });
  if (!register.ok) throw new Error(`The account of the load cannot be registered: ${await register.text()}`);
  const list = (await (await fetch(`${storeApi}/api/v1/products?page=1&limit=50`)).json()) as {
    data: { id: string }[];
  };
  const products = list.data.map(({ id }) => id);
  return {
    shop,
    plan: ({ origin }, connections, seconds, files = []) => ({
      gateway: origin,
      storeApi,
      connections,
      seconds,
      account,
      products,
      shippingAddress,
      paths: [
        { path: '/', name: 'home' },
        { path: '/products', name: 'list page' },
        ...products.slice(0, 10).map((id) => ({ path: `/product/${encodeURIComponent(id)}`, name: 'product page' })),
        ...files,
      ],
    }),
  };
}

/** Finds the addresses of the release files that a document loads. */
export async function listReleaseFiles(origin: string): Promise<LoadPlan['paths']> {
  const html = await (await fetch(origin)).text();
  return listFiles(html)
    .filter((file) => file.startsWith('/r/'))
    .slice(0, 5)
    .map((path) => ({ path, name: 'release file' }));
}
