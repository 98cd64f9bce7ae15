import type { FacetValueJson } from '@shop/api-contract/schemas/product-search';

/** The values of all products in one field. A product may have several. */
export interface FacetField {
  /** Adds the values of the next product. */
  add: (values: readonly string[]) => void;
  /** Creates a test that a product has one of the names, compared by key. Null without names. */
  createFilter: (names: readonly string[]) => ((product: number) => boolean) | null;
  /** Starts a count. */
  createCounter: () => FacetCounter;
}

export interface FacetCounter {
  add: (product: number) => void;
  list: () => FacetValueJson[];
}

/** Values of a facet in one response. */
const maxValues = 200;

/**
 * @param getKey Values with the same key are one value. It is shown as the first product writes it.
 * @param compare Order of the values. Default: the most frequent first.
 */
export function createFacetField(
  getKey: (value: string) => string,
  compare: (a: FacetValueJson, b: FacetValueJson) => number = (a, b) =>
    b.count - a.count || a.value.localeCompare(b.value, 'en'),
): FacetField {
  const ids = new Map<string, number>();
  const names: string[] = [];
  const products: (readonly number[])[] = [];

  const intern = (value: string): number => {
    const key = getKey(value);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, names.length);
    return names.push(value) - 1;
  };

  return {
    add: (values) => void products.push([...new Set(values.filter((value) => value !== '').map(intern))]),
    createFilter: (wanted) => {
      if (wanted.length === 0) return null;
      const found = new Set(wanted.flatMap((name) => ids.get(getKey(name)) ?? []));
      return (product) => products[product]?.some((id) => found.has(id)) ?? false;
    },
    createCounter: () => {
      const counts = new Uint32Array(names.length);
      return {
        add: (product) => {
          for (const id of products[product] ?? []) counts[id] = (counts[id] ?? 0) + 1;
        },
        list: () => {
          const values = names.map((value, id) => ({ value, count: counts[id] ?? 0 })).filter(({ count }) => count > 0);
          // The most frequent values stay when there are too many.
          const kept =
            values.length > maxValues ? values.sort((a, b) => b.count - a.count).slice(0, maxValues) : values;
          return kept.sort(compare);
        },
      };
    },
  };
}
