import { formatInr } from '@shop/money/format';
import { Link } from '@shop/router/router';
import { X } from 'lucide-react';
import { getProductListUrl, noFilters, type ProductListAddress } from '../product-list-address';
import * as styles from './active-filters.module.css';

/** Lists the filters of an address. Each is a link to the list without it, which works without scripts too. */
export function ActiveFilters({ address }: { address: ProductListAddress }) {
  const filters = listFilters(address);
  if (filters.length === 0) return null;
  return (
    <ul className={styles.filters} aria-label="Active filters">
      {filters.map(({ text, without }) => (
        <li key={text}>
          <Link className={styles.filter} to={getProductListUrl({ ...without, page: 1 })} aria-label={`Remove ${text}`}>
            {text}
            <X size={16} aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link className={styles.clear} to={getProductListUrl(withoutFilters(address))}>
          Clear all
        </Link>
      </li>
    </ul>
  );
}

/** Returns the first page of an address without its filters. The order and the sub-category stay, and the category of a list. */
const withoutFilters = (address: ProductListAddress): ProductListAddress => ({
  ...address,
  ...noFilters,
  sort: address.sort,
  ...(address.q !== undefined && { category: '' }),
  page: 1,
});

interface ActiveFilter {
  text: string;
  /** The address without the filter. */
  without: ProductListAddress;
}

function listFilters(address: ProductListAddress): ActiveFilter[] {
  const { q, category, minPrice, maxPrice, colours, sizes } = address;
  const except = (values: readonly string[], removed: string) => values.filter((value) => value !== removed);
  return [
    ...(q && category ? [{ text: category, without: { ...address, category: '' } }] : []),
    ...(minPrice === undefined
      ? []
      : [{ text: `from ${formatInr(minPrice)}`, without: { ...address, minPrice: undefined } }]),
    ...(maxPrice === undefined
      ? []
      : [{ text: `up to ${formatInr(maxPrice)}`, without: { ...address, maxPrice: undefined } }]),
    ...colours.map((value) => ({ text: value, without: { ...address, colours: except(colours, value) } })),
    ...sizes.map((value) => ({ text: `size ${value}`, without: { ...address, sizes: except(sizes, value) } })),
  ];
}
