/** What a document shows. */
export const documentKinds = [
  'searches without a result',
  'searches with a price and a page',
  'lists',
  'products',
] as const;

/** Lists addresses of one kind, or of all kinds in turn, from an index up to another. */
export type ListAddresses = (from: number, to: number, kind?: (typeof documentKinds)[number]) => string[];

/** Prices in rupees above those of all products: the number of a document changes its address and no product in it. */
const firstPrice = 10_000_000;

/**
 * Creates addresses of documents that differ, so that none comes from the page cache and each reads data of its own.
 *
 * @param storeApi Base URL of the store API. It has at least as many products as a measurement needs different product pages.
 */
export async function createUncachedAddresses(storeApi: string): Promise<ListAddresses> {
  const read = async <Body>(path: string) => (await (await fetch(storeApi + path)).json()) as Body;
  const { categories } = await read<{ categories: string[] }>('/storeInfo');
  const ids: string[] = [];
  for (let page = 1, isComplete = false; !isComplete; page++) {
    const { data } = await read<{ data: { id: string }[] }>(`/products?page=${page}&limit=100`);
    ids.push(...data.map(({ id }) => id));
    isComplete = data.length < 100;
  }
  const create = (kind: (typeof documentKinds)[number], index: number): string => {
    switch (kind) {
      case 'searches without a result':
        return `/search?q=copper${index}`;
      case 'searches with a price and a page':
        return `/search?q=sample&maxPrice=${firstPrice + index}&page=${1 + (index % 3)}`;
      case 'lists': {
        const category = categories[index % categories.length] ?? '';
        return `/products?category=${encodeURIComponent(category)}&maxPrice=${firstPrice + index}`;
      }
      case 'products':
        return `/product/${encodeURIComponent(ids[index % ids.length] ?? '')}`;
    }
  };
  return (from, to, kind) =>
    Array.from({ length: to - from }, (_, offset) => {
      const index = from + offset;
      const { length } = documentKinds;
      return kind ? create(kind, index) : create(documentKinds[index % length] ?? 'lists', Math.floor(index / length));
    });
}
