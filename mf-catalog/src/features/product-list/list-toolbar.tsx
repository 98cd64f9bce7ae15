import { urls } from '@shop/remote-contract/urls';
import { Button } from '@shop/ui/core';
import { ChevronDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import * as styles from './list-toolbar.module.css';
import { getProductListUrl, type ProductListAddress } from './product-list-address';

const views = [
  { columns: 3, label: '3 columns', Icon: Grid3x3 },
  { columns: 2, label: '2 columns', Icon: Grid2x2 },
] as const;

interface ListToolbarProps {
  address: ProductListAddress;
  subCategories: readonly string[];
  onSubCategory: (name: string) => void;
  onColumns: (columns: 2 | 3) => void;
}

/** Selects the sub-category and the number of columns, also without scripts. Specification 2 "Products page". */
export function ListToolbar({ address, subCategories, onSubCategory, onColumns }: ListToolbarProps) {
  const selectId = useId();
  return (
    <div className={styles.bar}>
      <ListForm className={styles.filter} address={{ ...address, parentCategory: '', page: 1 }}>
        <label htmlFor={selectId}>Sub-category</label>
        <div className={styles.selectFrame}>
          <select
            className={styles.select}
            id={selectId}
            name="parentCategory"
            value={address.parentCategory}
            onChange={(event) => onSubCategory(event.target.value)}
          >
            <option value="">All</option>
            {subCategories.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown size={16} aria-hidden />
        </div>
        <noscript>
          <Button type="submit" variant="outlined">
            Apply
          </Button>
        </noscript>
      </ListForm>
      <ListForm className={styles.views} address={{ ...address, columns: 3 }}>
        <fieldset className={styles.toggle} aria-label="Grid view">
          {views.map(({ columns, label, Icon }) => (
            <button
              key={label}
              className={styles.toggleButton}
              type="submit"
              name="columns"
              value={columns}
              aria-label={label}
              aria-pressed={address.columns === columns}
              onClick={(event) => {
                event.preventDefault();
                onColumns(columns);
              }}
            >
              <Icon size={20} aria-hidden />
            </button>
          ))}
        </fieldset>
      </ListForm>
    </div>
  );
}

interface ListFormProps {
  /** State that the form keeps. Its controls add their own values. */
  address: ProductListAddress;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A form whose controls change the URL of the list, so that they work without scripts. With scripts, the controls navigate
 * themselves and prevent the submit.
 */
export function ListForm({ address, className, children }: ListFormProps) {
  const kept = new URLSearchParams(getProductListUrl(address).split('?')[1]);
  return (
    <form className={className} action={urls.productList()} method="get">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
