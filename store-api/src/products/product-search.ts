import { createProductIndex, type ProductIndex } from '@shop/product-search/product-index';
import { createProductResponse } from './product-response';
import type { ProductsRepository } from './products.repository';

/** Finds the index of the products in the database. */
export type FindProductIndex = () => Promise<ProductIndex>;

/** Products that are read from the database at once. */
const batchSize = 200;

/**
 * Creates the function that finds the index. It asks the database whether products have changed, for example by an import of another
 * process. While it indexes them again, searches find the earlier products.
 *
 * @param onError Receives a failure to index the products again.
 */
export function createProductIndexFinder(
  products: ProductsRepository,
  onError: (error: unknown) => void,
): FindProductIndex {
  let current: { version: string; index: ProductIndex } | null = null;
  let loading: Promise<ProductIndex> | null = null;

  async function* listBatches() {
    for (let page = 1; ; page++) {
      const { products: rows, total } = await products.list({}, page, batchSize);
      yield { products: rows.map((product) => createProductResponse(product, [])), total };
      if (page * batchSize >= total) return;
    }
  }

  const load = async (version: string) => {
    const index = await createProductIndex(listBatches());
    current = { version, index };
    return index;
  };

  return async () => {
    const version = await products.getVersion();
    if (current?.version === version) return current.index;
    loading ??= load(version).finally(() => {
      loading = null;
    });
    if (!current) return loading;
    loading.catch(onError);
    return current.index;
  };
}
