import type { ProductSort } from '@shop/api-contract/decoders/product-search';
import { text, useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { ChevronDown, Grid2x2, Grid3x3, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ActiveFilters } from './filters/active-filters';
import { FilterPanel } from './filters/filter-panel';
import { ListForm } from './list-form';
import * as styles from './list-toolbar.module.css';
import { getDefaultSort, type ProductListAddress, sortLabels } from './product-list-address';
import type { FilterState } from './use-product-list';

const views = [
  { columns: 3, label: text('3 columns'), Icon: Grid3x3 },
  { columns: 2, label: text('2 columns'), Icon: Grid2x2 },
] as const;

interface ListToolbarProps {
  address: ProductListAddress;
  filters: FilterState;
  /** The select that narrows the list first: sub-categories on a list, categories on the search. */
  children: ReactNode;
}

/**
 * Narrows, sorts and filters the products, and selects the number of columns, also without scripts. Order and filters are an
 * addition to the specification; they are absent when they do not load. Specification 2 "Products page".
 */
export function ListToolbar({ address, filters, children }: ListToolbarProps) {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const filterButton = useRef<HTMLButtonElement>(null);
  const search = filters.kind === 'ready' ? filters.search : undefined;
  const defaultSort = getDefaultSort(address.q !== undefined);
  const sorts = listSorts(address, search?.sorts ?? []);
  return (
    <>
      <div className={styles.bar}>
        <ListForm
          className={styles.selects}
          address={{
            ...address,
            parentCategory: '',
            ...(address.q !== undefined && { category: '' }),
            sort: undefined,
            page: 1,
          }}
        >
          {children}
          {filters.kind !== 'failed' && (
            <ListSelect label={t('Sort by')} name="sort" value={address.sort ?? defaultSort}>
              {sorts.map((sort) => (
                <option key={sort} value={sort}>
                  {t(sortLabels[sort])}
                </option>
              ))}
            </ListSelect>
          )}
          <noscript>
            <Button type="submit" variant="outlined">
              {t('Apply')}
            </Button>
          </noscript>
        </ListForm>
        {filters.kind !== 'failed' && (
          <Button
            ref={filterButton}
            className={styles.filterButton}
            color="inherit"
            variant="outlined"
            startIcon={<SlidersHorizontal size={18} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('Filters')}
          </Button>
        )}
        <ListForm className={styles.views} address={{ ...address, columns: 3 }} isReplacing>
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
      </div>
      <div className={styles.panel} id={panelId} data-open={isOpen}>
        {search && <FilterPanel address={address} search={search} />}
      </div>
      <ActiveFilters address={address} filterButton={filterButton} />
    </>
  );
}

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
