import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useHref, useLocation, useNavigate } from '@shop/router/router';
import { joinClasses } from '@shop/ui/class-names';
import { createContext, type SubmitEvent, type SyntheticEvent, useContext, useState } from 'react';
import * as styles from './search-field.module.css';
import type { SearchSuggestions } from './search-suggestions/search-suggestions';

/** Whether a remote of the page's composition owns the search. A rolled back catalog may not know it. */
export const HasSearchContext = createContext(true);

/** A role for browsers that do not know the element `search` yet. */
const landmark = { role: 'search' };

interface SearchFieldProps {
  className?: string | undefined;
  /** Called when a search starts. */
  onSearch?: () => void;
}

/**
 * A field that opens the search, also without scripts. The search screen has a field of its own, so that this one leaves its place
 * empty there. Nothing where no remote owns the search.
 */
export function SearchField(props: SearchFieldProps) {
  const { pathname } = useLocation();
  const hasSearch = useContext(HasSearchContext);
  if (!hasSearch) return null;
  return pathname === urls.search() ? <div className={props.className} /> : <SearchForm {...props} />;
}

/** The form of the search. Suggestions load when the field first has the focus. */
function SearchForm({ className, onSearch }: SearchFieldProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const action = useHref(urls.search());
  const [suggested, setSuggested] = useState<{ Suggestions: typeof SearchSuggestions; field: HTMLInputElement }>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(urls.search(event.currentTarget.querySelector('input')?.value.trim()));
    onSearch?.();
  };
  const loadSuggestions = async ({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) => {
    if (suggested) return;
    try {
      const loaded = await import(
        /* webpackChunkName: "search-suggestions" */ './search-suggestions/search-suggestions'
      );
      setSuggested({ Suggestions: loaded.SearchSuggestions, field });
    } catch {
      // The field works without suggestions, and its next focus loads them again.
    }
  };
  return (
    <form
      className={joinClasses(styles.form, className)}
      {...landmark}
      aria-label={t('Shop')}
      action={action}
      onSubmit={submit}
    >
      <input
        className={styles.field}
        type="search"
        name="q"
        aria-label={t('Search the shop')}
        placeholder={t('Search')}
        maxLength={100}
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        autoComplete="off"
        onFocus={loadSuggestions}
        onInput={loadSuggestions}
      />
      {suggested && <suggested.Suggestions field={suggested.field} onSearch={onSearch} />}
    </form>
  );
}
