import type { ProductSearch } from '@shop/api-contract/decoders/product-search';
import { useEffect, useState } from 'react';
import { searchApi } from '../../../api/search.endpoints';
import type { ProductListAddress } from '../product-list-address';
import { toSearchQuery } from '../use-product-list';

/** Milliseconds without a change after which the products are counted. */
const debounceMs = 250;

/** Filters that are chosen and not applied yet. */
export interface FilterDraft {
  draft: ProductListAddress;
  setDraft: (draft: ProductListAddress) => void;
  /** The values to filter by and their numbers of products. */
  search: ProductSearch;
  /** Products that the filters find. Undefined while they are counted, and when that fails. */
  total: number | undefined;
}

/**
 * Holds filters that are not applied yet, and counts what they find.
 *
 * @param address The address of the list.
 * @param applied The values to filter the list by, until those of the draft have loaded.
 */
export function useFilterDraft(address: ProductListAddress, applied: ProductSearch): FilterDraft {
  const [draft, setDraft] = useState(address);
  const [counted, setCounted] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setCounted(draft), debounceMs);
    return () => clearTimeout(timer);
  }, [draft]);
  const { data, currentData, isError } = searchApi.useCatalogSearchQuery(toSearchQuery(counted, 0));
  const isCurrent = draft === counted && !isError;
  return { draft, setDraft, search: data ?? applied, total: isCurrent ? currentData?.total : undefined };
}
