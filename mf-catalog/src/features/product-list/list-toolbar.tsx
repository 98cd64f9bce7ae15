import { ChevronDown, Grid2x2, Grid3x3 } from 'lucide-react';
import { useId } from 'react';
import * as styles from './list-toolbar.module.css';

const views = [
  { columns: 3, label: '3 columns', Icon: Grid3x3 },
  { columns: 2, label: '2 columns', Icon: Grid2x2 },
] as const;

export interface ListToolbarProps {
  subCategories: readonly string[];
  /** The selected sub-category. Empty for all. */
  subCategory: string;
  onSubCategory: (name: string) => void;
  columns: 2 | 3;
  onColumns: (columns: 2 | 3) => void;
}

/** Selects the sub-category and the number of columns. Specification 2 "Products page". */
export function ListToolbar(props: ListToolbarProps) {
  const { subCategories, subCategory, onSubCategory, columns, onColumns } = props;
  const selectId = useId();
  return (
    <div className={styles.bar}>
      <div className={styles.filter}>
        <label htmlFor={selectId}>Sub-category</label>
        <div className={styles.selectFrame}>
          <select
            className={styles.select}
            id={selectId}
            value={subCategory}
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
      </div>
      <fieldset className={styles.toggle} aria-label="Grid view">
        {views.map(({ columns: count, label, Icon }) => (
          <button
            key={label}
            className={styles.toggleButton}
            type="button"
            aria-label={label}
            aria-pressed={columns === count}
            onClick={() => onColumns(count)}
          >
            <Icon size={20} aria-hidden />
          </button>
        ))}
      </fieldset>
    </div>
  );
}
