import type { CataloguePaths } from '../pages/visited-pages';

interface ListedProduct {
  id: string;
  attributes?: { key: string; value: string[] }[];
}

interface ProductList {
  data: ListedProduct[];
  /** Number of products on all pages. */
  count: number;
}

/** Categories of the catalogue, as the shop links them. */
const categories = ['cookware', 'kitchen-tools', 'cooking-utensils', 'women', 'men'];

/** Products on a page of the benchmark. */
const pageSize = 24;

/**
 * Finds a list with more than one page, and a product without sizes and colours.
 *
 * @param storeApi Base URL of the store API.
 * @throws when the catalogue has none.
 */
export async function findCataloguePaths(storeApi: string): Promise<CataloguePaths> {
  for (const category of categories) {
    const response = await fetch(`${storeApi}/products?page=1&limit=${pageSize}&category=${category}`);
    const { data, count } = (await response.json()) as ProductList;
    const product = data.find(({ attributes = [] }) => attributes.every(({ value }) => value.length < 2));
    if (count > pageSize && product) {
      return { list: `/products?category=${category}`, product: `/product/${encodeURIComponent(product.id)}` };
    }
  }
  throw new Error(`No category of the catalogue has more than ${pageSize} products and one without a choice.`);
}
