import { useTexts } from '@shop/language/texts';
import { useHref, useNavigate, useNavigationType } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type SubmitEvent, useCallback, useEffect, useId, useRef } from 'react';
import {
  getListPath,
  getProductListUrl,
  isBlankSearch,
  maxTextLength,
  type ProductListAddress,
} from '../product-list-address';
import { loadPriceReader } from './price-reader';
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const action = useHref(getListPath(address));
  const { field, latest, filters, showWords } = useFollowAddress(address);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isLeaving = useIsLeaving();
  const search = (onEnd?: () => void) => {
    clearTimeout(timer.current);
    const { current: input } = field;
    if (!input || isLeaving.current) return;
    const loading = loadPriceReader(input.value);
    // The words can change while the reader loads: the next search has them.
    if (!loading.value) return void loading.then(() => search(onEnd));
    const before = latest.current;
    const next = { ...before, ...filters.current, ...loading.value(input.value), page: 1 };
    if (getProductListUrl(next) !== getProductListUrl({ ...before, page: 1 })) {
      latest.current = next;
      navigate(getProductListUrl(next), { replace: true });
    }
    onEnd?.();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    isLeaving.current = false;
    search(() => {
      showWords(latest.current);
      onSubmit();
    });
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
          isLeaving.current = false;
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

/**
 * Gives a ref that is true after a click on a link to another screen. This screen stays until the other one has loaded, and a search
 * in the meantime would replace the navigation.
 */
function useIsLeaving() {
  const isLeaving = useRef(false);
  useEffect(() => {
    const follow = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a');
      if (link && link.pathname !== location.pathname) isLeaving.current = true;
    };
    // Before the router changes the address.
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
  return isLeaving;
}

const pickPrices = ({ minPrice, maxPrice }: ProductListAddress) => ({ minPrice, maxPrice });

/** Shows the words of the address when words or prices change without the field: after Back, or when a filter is removed. */
function useFollowAddress(address: ProductListAddress) {
  const field = useRef<HTMLInputElement>(null);
  /** The address of the last navigation, which the screen may not show yet. */
  const latest = useRef(address);
  /** The prices that do not come from the typed text. */
  const filters = useRef(pickPrices(address));
  const shown = useRef(address);
  const navigation = useNavigationType();
  /** Removes the prices from the text: they are filters from now on. */
  const showWords = useCallback((next: ProductListAddress) => {
    if (field.current) field.current.value = next.q ?? '';
    filters.current = pickPrices(next);
  }, []);
  useEffect(() => {
    const before = shown.current;
    if (getProductListUrl(before) === getProductListUrl(address)) return;
    shown.current = address;
    latest.current = address;
    const isSameText = before.q === address.q;
    const isSamePrice = before.minPrice === address.minPrice && before.maxPrice === address.maxPrice;
    // Typing is the only change of words and prices that replaces the history entry.
    if (navigation !== 'REPLACE' && !(isSameText && isSamePrice)) showWords(address);
    // A link to the search, such as that of the header.
    if (navigation === 'PUSH' && before.q && isBlankSearch(address)) field.current?.focus({ preventScroll: true });
  }, [address, navigation, showWords]);
  return { field, latest, filters, showWords };
}
