import type { FacetValue, ProductSearch } from '@shop/api-contract/decoders/product-search';
import { useTexts } from '@shop/language/texts';
import { formatNumber } from '@shop/money/format';
import { Button, Typography } from '@shop/ui/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { ListForm } from '../list-form';
import { noFilters, type ProductListAddress, readPrice } from '../product-list-address';
import * as styles from './filter-panel.module.css';

interface FilterPanelProps {
  address: ProductListAddress;
  /** The values to filter by. */
  search: ProductSearch;
}

/** Returns the address that a form of filters adds its fields to. */
export const withoutFilterFields = (address: ProductListAddress): ProductListAddress => ({
  ...address,
  ...noFilters,
  sort: address.sort,
  page: 1,
});

/** Filters the products by price, colour and size. A check box applies at once, a price with 'Apply' or the Enter key. */
export function FilterPanel({
  address,
  search,
  onSubmit,
}: FilterPanelProps & { onSubmit: (address: ProductListAddress) => void }) {
  return (
    <ListForm className={styles.panel} address={withoutFilterFields(address)} onSubmit={onSubmit}>
      <FilterFields address={address} search={search} appliesAtOnce />
    </ListForm>
  );
}

interface FilterFieldsProps extends FilterPanelProps {
  /** A check box submits the form, and so does a button behind the prices. Default: false. */
  appliesAtOnce?: boolean;
}

/** The fields of the filters. Their form is the caller's. */
export function FilterFields({ address, search, appliesAtOnce = false }: FilterFieldsProps) {
  const t = useTexts();
  const { facets, isComplete, indexed } = search;
  const { minPrice, maxPrice, minPriceText, maxPriceText, colours, sizes } = address;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('Price')}</legend>
        <div className={styles.prices}>
          <PriceField
            label={t('From ₹')}
            name="minPrice"
            value={minPrice}
            unreadable={minPriceText}
            limit={facets.price?.min}
          />
          <PriceField
            label={t('To ₹')}
            name="maxPrice"
            value={maxPrice}
            unreadable={maxPriceText}
            limit={facets.price?.max}
          />
          {appliesAtOnce && (
            <Button type="submit" variant="outlined" size="small">
              {t('Apply')}
            </Button>
          )}
        </div>
      </fieldset>
      <CheckBoxes
        title={t('Colour')}
        name="colour"
        values={facets.colours}
        selected={colours}
        appliesAtOnce={appliesAtOnce}
      />
      <CheckBoxes title={t('Size')} name="size" values={facets.sizes} selected={sizes} appliesAtOnce={appliesAtOnce} />
      {!isComplete && (
        <Typography variant="body2" tone="secondary" className={styles.note}>
          {t('Sorting and filters cover the first {count} products of this shop.', {
            count: formatNumber(indexed),
          })}
        </Typography>
      )}
    </>
  );
}

interface PriceFieldProps {
  label: string;
  name: string;
  value: number | undefined;
  /** A text of the URL that is not a price. The field shows it with its error. */
  unreadable: string | undefined;
  /** Lowest or highest price of the products. */
  limit: number | undefined;
}

/** A text that is not a price makes the field invalid, and a submit then shows why: the form of the list stays. */
function PriceField({ label, name, value, unreadable, limit }: PriceFieldProps) {
  const t = useTexts();
  const id = useId();
  const noPrice = t('Please enter a price in rupees, such as 500 or 5,000.');
  const firstError = unreadable === undefined ? '' : noPrice;
  const [error, setError] = useState(firstError);
  const input = useRef<HTMLInputElement>(null);
  const text = unreadable ?? (value === undefined ? '' : String(value));
  const shown = useRef(text);
  // The URL can change without this field, with Back or when the filter is removed. A typed price stays until then.
  useEffect(() => {
    input.current?.setCustomValidity(firstError);
    if (shown.current !== text && input.current) {
      input.current.value = text;
      setError(firstError);
    }
    shown.current = text;
  }, [text, firstError]);
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
          currentTarget.setCustomValidity(isPrice ? '' : noPrice);
        }}
        onInvalid={({ currentTarget }) => setError(currentTarget.validationMessage)}
        placeholder={limit === undefined ? undefined : formatNumber(Math.round(limit))}
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
  appliesAtOnce: boolean;
}

/** The search compares values without case. */
const isSameValue = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

interface CheckBoxProps extends Pick<CheckBoxesProps, 'name' | 'selected' | 'appliesAtOnce'> {
  value: string;
  count: number;
}

/**
 * A check box that shows its value of the address. The address of the panel has a choice at once. In a form that does not apply at
 * once, the box stays as the shopper left it until the address changes.
 */
function CheckBox({ name, value, count, selected, appliesAtOnce }: CheckBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const isSelected = selected.some((one) => isSameValue(one, value));
  useLayoutEffect(() => {
    if (input.current) input.current.checked = isSelected;
  }, [isSelected]);
  return (
    <label>
      <input
        ref={input}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isSelected}
        onChange={({ target }) => appliesAtOnce && target.form?.requestSubmit()}
      />
      {value} <span className={styles.count}>{`(${count})`}</span>
    </label>
  );
}

/** Check boxes of one filter with the number of products of each. A selected value without products stays. */
function CheckBoxes({ title, name, values, selected, appliesAtOnce }: CheckBoxesProps) {
  const t = useTexts();
  const missing = selected.filter((value) => !values.some((facet) => isSameValue(facet.value, value)));
  const all = [...missing.map((value) => ({ value, count: 0 })), ...values];
  if (all.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <ul className={styles.values} lang={t.dataLanguage}>
        {all.map(({ value, count }) => (
          <li key={value}>
            <CheckBox {...{ name, value, count, selected, appliesAtOnce }} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
