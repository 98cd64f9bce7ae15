import { readPriceWords, type SearchWords } from '@shop/api-contract/price-words';
import { useTexts } from '@shop/language/texts';
import { useHref, useNavigate, useNavigationType } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react';
import {
  getListPath,
  getProductListUrl,
  isBlankSearch,
  maxTextLength,
  type ProductListAddress,
} from '../product-list-address';
import * as styles from './search.module.css';

/** Milliseconds without a key press after which the results follow the field. */
const debounceMs = 250;

/** A role for browsers that do not know the element `search` yet. */
const landmark = { role: 'search' };

interface SearchFormProps {
  address: ProductListAddress;
  /** Called after the words were submitted with the Enter key or the button. */
  onSubmit: () => void;
}

/**
 * The field of the search screen. The results follow while the shopper types. Typing replaces the history entry, so that Back
 * leaves the screen at once. Without scripts the browser submits the form. Filters stay, and the page starts at 1.
 *
 * Prices in the text become filters. They follow the text while the shopper types, and leave it with a submit.
 */
export function SearchForm({ address, onSubmit }: SearchFormProps) {
  const t = useTexts();
  const { q = '' } = address;
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the text of the field means. */
  const typed = useRef<SearchWords>({ q });
  const navigate = useNavigate();
  const action = useHref(getListPath(address));
  useFollowAddress(field, typed, address);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = () => {
    clearTimeout(timer.current);
    const before = typed.current;
    const now = readPriceWords(field.current?.value ?? '');
    typed.current = now;
    // A price of the earlier text leaves with it. A price of the filters stays.
    const follow = (name: 'minPrice' | 'maxPrice') =>
      now[name] ?? (before[name] === address[name] ? undefined : address[name]);
    const next = { ...address, q: now.q, minPrice: follow('minPrice'), maxPrice: follow('maxPrice'), page: 1 };
    const url = getProductListUrl(next);
    if (url !== getProductListUrl({ ...address, page: 1 })) navigate(url, { replace: true });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search();
    showWords(field, typed, typed.current.q);
    onSubmit();
  };
  return (
    <form
      className={styles.form}
      {...landmark}
      aria-label={t('Products')}
      action={action}
      method="get"
      onSubmit={submit}
    >
      <VisuallyHidden component="label" htmlFor={fieldId}>
        {t('Search products')}
      </VisuallyHidden>
      <input
        ref={field}
        className={styles.field}
        id={fieldId}
        type="search"
        name="q"
        defaultValue={q}
        // biome-ignore lint/a11y/noAutofocus: a search without words is there to type some, also before the scripts run.
        autoFocus={isBlankSearch(address)}
        placeholder={t('What are you looking for?')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxTextLength}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, debounceMs);
        }}
      />
      <Button type="submit" variant="contained" size="large">
        {t('Search')}
      </Button>
    </form>
  );
}

type FieldRef = RefObject<HTMLInputElement | null>;

/** Shows words in the field. The prices that its text had are filters from now on. */
function showWords(field: FieldRef, typed: RefObject<SearchWords>, q: string) {
  if (field.current) field.current.value = q;
  typed.current = { q };
}

/** Shows the words of the address when words or prices change without the field: after Back, or when a filter is removed. */
function useFollowAddress(field: FieldRef, typed: RefObject<SearchWords>, address: ProductListAddress) {
  const navigation = useNavigationType();
  const { q = '', minPrice, maxPrice } = address;
  const state = [q, minPrice, maxPrice].join('\n');
  const shown = useRef(state);
  useEffect(() => {
    // Typing is the only change of the words that replaces the history entry.
    if (shown.current !== state && navigation !== 'REPLACE') showWords(field, typed, q);
    shown.current = state;
  }, [state, q, navigation, field, typed]);
}
