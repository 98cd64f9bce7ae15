import type { FacetValue, ProductSearch } from '@shop/api-contract/decoders/product-search';
import { useTexts } from '@shop/language/texts';
import { formatNumber } from '@shop/money/format';
import { Button, Typography } from '@shop/ui/core';
import { useEffect, useId, useRef, useState } from 'react';
import { ListForm } from '../list-form';
import { noFilters, type ProductListAddress, readPrice } from '../product-list-address';
import * as styles from './filter-panel.module.css';

interface FilterPanelProps {
  address: ProductListAddress;
  /** The values to filter by. */
  search: ProductSearch;
}

/** Filters the products by price, colour and size. A check box applies at once, a price with 'Apply' or the Enter key. */
export function FilterPanel({ address, search: { facets, isComplete, indexed } }: FilterPanelProps) {
  const t = useTexts();
  const kept = { ...address, ...noFilters, sort: address.sort, page: 1 };
  return (
    <ListForm className={styles.panel} address={kept}>
      <fieldset className={styles.group}>
        <legend>{t('Price')}</legend>
        <div className={styles.prices}>
          <PriceField label={t('From ₹')} name="minPrice" value={address.minPrice} limit={facets.price?.min} />
          <PriceField label={t('To ₹')} name="maxPrice" value={address.maxPrice} limit={facets.price?.max} />
          <Button type="submit" variant="outlined" size="small">
            {t('Apply')}
          </Button>
        </div>
      </fieldset>
      <CheckBoxes title={t('Colour')} name="colour" values={facets.colours} selected={address.colours} />
      <CheckBoxes title={t('Size')} name="size" values={facets.sizes} selected={address.sizes} />
      {!isComplete && (
        <Typography variant="body2" tone="secondary" className={styles.note}>
          {t('Sorting and filters cover the first {count} products of this shop.', {
            count: formatNumber(indexed),
          })}
        </Typography>
      )}
    </ListForm>
  );
}

interface PriceFieldProps {
  label: string;
  name: string;
  value: number | undefined;
  /** Lowest or highest price of the products. */
  limit: number | undefined;
}

/** A text that is no price makes the field invalid, and a submit then shows why: the form of the list stays. */
function PriceField({ label, name, value, limit }: PriceFieldProps) {
  const t = useTexts();
  const id = useId();
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const text = value === undefined ? '' : String(value);
  const shown = useRef(text);
  // The URL can change without this field, with Back or when the filter is removed. A typed price stays until then.
  useEffect(() => {
    if (shown.current !== text && input.current) {
      input.current.value = text;
      input.current.setCustomValidity('');
      setError('');
    }
    shown.current = text;
  }, [text]);
  return (
    <div className={styles.price}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={text}
        aria-invalid={error !== ''}
        aria-describedby={error ? `${id}-error` : undefined}
        onInput={({ currentTarget: { value: typed }, currentTarget }) => {
          setError('');
          const isPrice = typed.trim() === '' || readPrice(typed) !== undefined;
          currentTarget.setCustomValidity(isPrice ? '' : t('Please enter a price in rupees, such as 500 or 5,000.'));
        }}
        onInvalid={({ currentTarget }) => setError(currentTarget.validationMessage)}
        placeholder={limit === undefined ? undefined : String(Math.round(limit))}
      />
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface CheckBoxesProps {
  title: string;
  name: string;
  values: readonly FacetValue[];
  selected: readonly string[];
}

/** Check boxes of one filter with the number of products of each. A selected value without products stays. */
function CheckBoxes({ title, name, values, selected }: CheckBoxesProps) {
  const t = useTexts();
  const missing = selected.filter((value) => values.every((facet) => facet.value !== value));
  const all = [...missing.map((value) => ({ value, count: 0 })), ...values];
  if (all.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <ul className={styles.values} lang={t.dataLanguage}>
        {all.map(({ value, count }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={selected.includes(value)}
                onChange={({ target }) => target.form?.requestSubmit()}
              />
              {value} <span className={styles.count}>({count})</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
