import { useTexts } from '@shop/language/texts';
import { useHref, useNavigate, useNavigationType } from '@shop/router/router';
import { Button } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { getListPath, getProductListUrl, maxTextLength, type ProductListAddress } from '../product-list-address';
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
 */
export function SearchForm({ address, onSubmit }: SearchFormProps) {
  const t = useTexts();
  const { q = '' } = address;
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const action = useHref(getListPath(address));
  useFollowAddress(field, q);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = () => {
    clearTimeout(timer.current);
    const words = (field.current?.value ?? '').trim();
    if (words !== q) navigate(getProductListUrl({ ...address, q: words, page: 1 }), { replace: true });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search();
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
        autoFocus={q === ''}
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

/** Shows the words of the address when they change without the field: after Back, or a search in the header. */
function useFollowAddress(field: RefObject<HTMLInputElement | null>, q: string) {
  const navigation = useNavigationType();
  const shown = useRef(q);
  useEffect(() => {
    // Typing is the only change of the words that replaces the history entry.
    if (shown.current !== q && navigation !== 'REPLACE' && field.current) field.current.value = q;
    shown.current = q;
  }, [q, navigation, field]);
}
