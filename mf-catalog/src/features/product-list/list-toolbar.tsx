import type { ProductSearch, ProductSort } from '@shop/api-contract/decoders/product-search';
import { text, useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { ChevronDown, Grid2x2, Grid3x3, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, startTransition, useId, useOptimistic, useRef, useState } from 'react';
import { useOpen } from '../../navigation/use-open';
import { ActiveFilters } from './filters/active-filters';
import { FilterPanel } from './filters/filter-panel';
import type { FilterSheet } from './filters/filter-sheet';
import { ListForm } from './list-form';
import * as styles from './list-toolbar.module.css';
import { getDefaultSort, getProductListUrl, type ProductListAddress, sortLabels } from './product-list-address';
import type { FilterState } from './use-product-list';

const views = [
  { columns: 3, label: text('3 columns'), Icon: Grid3x3 },
  { columns: 2, label: text('2 columns'), Icon: Grid2x2 },
] as const;

interface ListToolbarProps {
  address: ProductListAddress;
  filters: FilterState;
  /** True when no product matches: nothing can be sorted, and only filters that find products show. Default: false. */
  isEmpty?: boolean;
  /** Renders the select that narrows the list first: sub-categories on a list, categories on the search. */
  children: (address: ProductListAddress) => ReactNode;
}

/** Specification 9 "Mobile breakpoint". */
const phone = '(max-width: 767.95px)';

/**
 * Narrows, sorts and filters the products, and selects the number of columns, also without scripts. Order and filters are an
 * addition to the specification; they are absent when they do not load. Specification 2 "Products page".
 */
export function ListToolbar({ address: shown, filters, isEmpty = false, children }: ListToolbarProps) {
  const t = useTexts();
  const { address, choose } = useChosenAddress(shown);
  const firstSelect = children(address);
  // The panel shows which price of the URL cannot be read.
  const [isOpen, setIsOpen] = useState(Boolean(address.minPriceText ?? address.maxPriceText));
  const [sheet, setSheet] = useState<{ Sheet: typeof FilterSheet; url: string } | null>(null);
  const panelId = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const search = filters.kind === 'ready' ? filters.search : undefined;
  const defaultSort = getDefaultSort(address.q !== undefined);
  const sorts = listSorts(address, search?.sorts ?? []);
  const hasSorts = filters.kind !== 'failed' && !isEmpty;
  const hasFilters = isEmpty ? search !== undefined && findsProducts(search) : filters.kind !== 'failed';
  // The specification has the grid toggle on every list.
  const hasViews = !isEmpty || address.q === undefined;
  const url = getProductListUrl(address);
  // Another address, such as that of Back, closes the sheet.
  if (sheet && sheet.url !== url) setSheet(null);

  const toggleFilters = async () => {
    if (isOpen || !window.matchMedia(phone).matches) return setIsOpen(!isOpen);
    try {
      const { FilterSheet } = await import(/* webpackChunkName: "filter-sheet" */ './filters/filter-sheet');
      setSheet({ Sheet: FilterSheet, url });
    } catch (error) {
      console.error('The sheet of filters did not load, so the panel shows them:', error);
      setIsOpen(true);
    }
  };

  return (
    <>
      {(firstSelect || hasSorts || hasFilters || hasViews) && (
        <div className={styles.bar}>
          {(firstSelect || hasSorts) && (
            <ListForm
              className={styles.selects}
              address={{
                ...address,
                parentCategory: '',
                ...(address.q !== undefined && { category: '' }),
                sort: hasSorts ? undefined : address.sort,
                page: 1,
              }}
              onSubmit={choose}
            >
              {firstSelect}
              {hasSorts && (
                <ListSelect label={t('Sort by')} name="sort" value={address.sort ?? defaultSort}>
                  {sorts.map((sort) => (
                    <option key={sort} value={sort}>
                      {t(sortLabels[sort])}
                    </option>
                  ))}
                </ListSelect>
              )}
              <noscript>
                {typeof window === 'undefined' && (
                  <Button type="submit" variant="outlined">
                    {t('Apply')}
                  </Button>
                )}
              </noscript>
            </ListForm>
          )}
          {hasFilters && (
            <Button
              ref={filterButton}
              className={styles.filterButton}
              color="inherit"
              variant="outlined"
              startIcon={<SlidersHorizontal size={18} aria-hidden />}
              aria-expanded={isOpen || sheet !== null}
              aria-controls={panelId}
              onClick={() => void toggleFilters()}
            >
              {t('Filters')}
            </Button>
          )}
          {hasViews && (
            <ListForm
              className={styles.views}
              address={{ ...address, columns: 3 }}
              // Back skips the change.
              onSubmit={(next) => choose(next, true)}
            >
              <fieldset className={styles.toggle} aria-label={t('Grid view')}>
                {views.map(({ columns, label, Icon }) => (
                  <button
                    key={label}
                    className={styles.toggleButton}
                    type="submit"
                    name="columns"
                    value={columns}
                    aria-label={t(label)}
                    aria-pressed={address.columns === columns}
                  >
                    <Icon size={20} aria-hidden />
                  </button>
                ))}
              </fieldset>
            </ListForm>
          )}
        </div>
      )}
      <div className={styles.panel} id={panelId} data-open={isOpen}>
        {search && hasFilters && <FilterPanel address={address} search={search} onSubmit={choose} />}
      </div>
      {search && sheet && (
        <sheet.Sheet address={address} search={search} onApply={choose} onClose={() => setSheet(null)} />
      )}
      <ActiveFilters address={address} filterButton={filterButton} onRemove={choose} />
    </>
  );
}

/**
 * Gives the address that the shopper has chosen last, and a function that opens the next. The screen follows a choice in a
 * transition. The toolbar has it at once, so that the next choice adds to it.
 *
 * @param shown The address of the screen.
 */
function useChosenAddress(shown: ProductListAddress) {
  const [address, setAddress] = useOptimistic(shown);
  const open = useOpen();
  const choose = (next: ProductListAddress, isReplacing?: boolean) =>
    startTransition(() => {
      setAddress(next);
      open(getProductListUrl(next), isReplacing);
    });
  return { address, choose };
}

/** True when another choice of the filters finds products. */
const findsProducts = ({ facets: { colours, sizes, price } }: ProductSearch) =>
  colours.length > 0 || sizes.length > 0 || price !== null;

/** Lists the orders of the shop that suit an address. Relevance needs words. The selected order is among them. */
function listSorts({ q, sort }: ProductListAddress, possible: readonly ProductSort[]): ProductSort[] {
  const defaultSort = getDefaultSort(q !== undefined);
  const others = possible.filter((name) => name !== defaultSort && name !== 'relevance');
  return [...new Set([defaultSort, ...others, ...(sort ? [sort] : [])])];
}

interface ListSelectProps {
  label: string;
  /** Parameter of the URL. */
  name: string;
  value: string;
  /** The options. */
  children: ReactNode;
}

/** A select that changes the URL of the list at once. */
export function ListSelect({ label, name, value, children }: ListSelectProps) {
  const id = useId();
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.selectFrame}>
        <select
          className={styles.select}
          id={id}
          name={name}
          value={value}
          onChange={({ target }) => target.form?.requestSubmit()}
        >
          {children}
        </select>
        <ChevronDown size={16} aria-hidden />
      </div>
    </div>
  );
}
