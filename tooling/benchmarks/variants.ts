import { type BenchmarkShop, waitUntilRendered } from './shop';
import { buildSingleBuild } from './single-build/single-build';

/** The shop in one way of building. */
export interface Variant {
  name: 'federated' | 'single build';
  /** Address without a slash at the end. */
  origin: string;
}

/** Builds the shop in one piece as well, and starts a server for each variant. Both render pages in one process. */
export async function openVariants({ startGateway, startServer }: BenchmarkShop): Promise<readonly Variant[]> {
  await buildSingleBuild();
  const { origin: federated } = await startGateway({ PAGE_RENDERERS: '1' });
  const single = await startServer('single build', 'tooling/benchmarks/single-build/server.ts', {});
  await Promise.all([federated, single].map(waitUntilRendered));
  return [
    { name: 'federated', origin: federated },
    { name: 'single build', origin: single },
  ];
}

interface ProductList {
  data: { id: string; attributes?: { key: string; value: string[] }[] }[];
  /** Number of products on all pages. */
  count: number;
}

/** Categories of the catalogue, as the shop links them. */
const categories = ['cookware', 'kitchen-tools', 'cooking-utensils', 'women', 'men'];

/**
 * Finds the addresses of a list with more than one page, and of a product that a shopper can add to the cart without a choice.
 *
 * @throws when the catalogue has none.
 */
export async function findCataloguePaths(storeApi: string): Promise<{ list: string; product: string }> {
  for (const category of categories) {
    const response = await fetch(`${storeApi}/products?page=1&limit=12&category=${category}`);
    const { data, count } = (await response.json()) as ProductList;
    const product = data.find(({ attributes = [] }) => attributes.every(({ value }) => value.length < 2));
    if (count > 12 && product) {
      return { list: `/products?category=${category}`, product: `/product/${encodeURIComponent(product.id)}` };
    }
  }
  throw new Error('No category of the catalogue has more than 12 products and one without a choice.');
}
