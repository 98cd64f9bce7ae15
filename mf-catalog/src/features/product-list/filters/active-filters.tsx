import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { Link } from '@shop/router/router';
import { X } from 'lucide-react';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { getCategoryLanguage, translateCategory } from '../../../category/category-name';
import { getProductListUrl, noFilters, type ProductListAddress } from '../product-list-address';
import * as styles from './active-filters.module.css';

interface ActiveFiltersProps {
  address: ProductListAddress;
  /** The button that takes the focus when no filter is left. */
  filterButton: RefObject<HTMLElement | null>;
  /** Receives the address without the removed filters. */
  onRemove: (address: ProductListAddress) => void;
}

/**
 * Lists the filters of an address. Each is a link to the list without it, which works without scripts too. When a filter is
 * removed, the focus moves to the one in its place.
 */
export function ActiveFilters({ address, filterButton, onRemove }: ActiveFiltersProps) {
  const t = useTexts();
  const filters = listFilters(address, t);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  useLayoutEffect(() => {
    const { current: index } = removed;
    if (index === undefined) return;
    removed.current = undefined;
    const links = list.current?.querySelectorAll('a') ?? [];
    (links[Math.min(index, filters.length - 1)] ?? filterButton.current)?.focus();
  });
  /** Gives a link its address, and its answer to a click that would open it in this tab. */
  const getLink = (next: ProductListAddress, index: number) => ({
    to: getProductListUrl(next),
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      removed.current = index;
      onRemove(next);
    },
  });
  if (filters.length === 0) return null;
  return (
    <ul ref={list} className={styles.filters} aria-label={t('Active filters')}>
      {filters.map(({ text, lang, without }, index) => (
        <li key={text}>
          <Link
            className={styles.filter}
            {...getLink({ ...without, page: 1 }, index)}
            aria-label={t('Remove {filter}', { filter: text })}
          >
            <span lang={lang}>{text}</span>
            <X size={16} aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link className={styles.clear} {...getLink(withoutFilters(address), 0)}>
          {t('Clear all')}
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
  /** Language of a text of the store API. */
  lang?: string | undefined;
  /** The address without the filter. */
  without: ProductListAddress;
}

function listFilters(address: ProductListAddress, t: Texts): ActiveFilter[] {
  const { q, category, minPrice, maxPrice, colours, sizes } = address;
  const except = (values: readonly string[], removed: string) => values.filter((value) => value !== removed);
  return [
    ...(q && category
      ? [
          {
            text: translateCategory(t, category, category),
            lang: getCategoryLanguage(t, category),
            without: { ...address, category: '' },
          },
        ]
      : []),
    ...(minPrice === undefined
      ? []
      : [{ text: t('From {price}', { price: formatInr(minPrice) }), without: { ...address, minPrice: undefined } }]),
    ...(maxPrice === undefined
      ? []
      : [{ text: t('Up to {price}', { price: formatInr(maxPrice) }), without: { ...address, maxPrice: undefined } }]),
    ...colours.map((value) => ({
      text: value,
      lang: t.dataLanguage,
      without: { ...address, colours: except(colours, value) },
    })),
    ...sizes.map((value) => ({
      text: t('Size {size}', { size: value }),
      without: { ...address, sizes: except(sizes, value) },
    })),
  ];
}
