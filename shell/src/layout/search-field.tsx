import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useHref, useLocation, useNavigate } from '@shop/router/router';
import { joinClasses } from '@shop/ui/class-names';
import { createContext, type SubmitEvent, useContext, useEffect, useEffectEvent, useState } from 'react';
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
 * empty there, and adds its suggestions to the other. Nothing where no remote owns the search.
 */
export function SearchField(props: SearchFieldProps) {
  const { pathname } = useLocation();
  const hasSearch = useContext(HasSearchContext);
  if (!hasSearch) return null;
  if (pathname !== urls.search()) return <SearchForm {...props} />;
  // The menu covers the field of the screen.
  return <div className={props.className}>{!props.onSearch && <ScreenSuggestions />}</div>;
}

const loadSuggestions = () =>
  import(/* webpackChunkName: "search-suggestions" */ './search-suggestions/search-suggestions');

/** Stores a submitted search as the latest one, also when it is submitted before the suggestions have loaded. */
const storeSearch = ({ currentTarget }: Event) => {
  const words = new FormData(currentTarget as HTMLFormElement).get('q');
  if (typeof words !== 'string') return;
  // Without the suggestions nothing shows the latest searches.
  loadSuggestions().then(
    ({ addRecentSearch }) => addRecentSearch(words),
    () => undefined,
  );
};

/** The suggestions of a field, which load when it first has the focus. */
function useSuggestions() {
  const [suggested, setSuggested] = useState<{ Suggestions: typeof SearchSuggestions; field: HTMLInputElement }>();
  const suggest = async (field: HTMLInputElement) => {
    if (suggested?.field === field) return;
    // A form has this listener once, however often its field gets the focus.
    field.form?.addEventListener('submit', storeSearch);
    try {
      const loaded = await loadSuggestions();
      setSuggested({ Suggestions: loaded.SearchSuggestions, field });
    } catch {
      // The field works without suggestions, and its next focus loads them again.
    }
  };
  return { suggested, suggest };
}

/** Shows suggestions below the search field of the search screen, in the form of the screen. */
function ScreenSuggestions() {
  const { suggested, suggest } = useSuggestions();
  const onFocus = useEffectEvent(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.closest('main [role="search"]')) void suggest(field);
  });
  useEffect(() => {
    const follow = () => onFocus();
    // The field of a search without words has the focus before.
    follow();
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return suggested && <suggested.Suggestions field={suggested.field} />;
}

/** The form of the search. Suggestions load when the field first has the focus. */
function SearchForm({ className, onSearch }: SearchFieldProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const action = useHref(urls.search());
  const { suggested, suggest } = useSuggestions();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(urls.search(event.currentTarget.querySelector('input')?.value.trim()));
    onSearch?.();
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
        onFocus={({ currentTarget }) => void suggest(currentTarget)}
        onInput={({ currentTarget }) => void suggest(currentTarget)}
      />
      {suggested && <suggested.Suggestions field={suggested.field} onSearch={onSearch} />}
    </form>
  );
}
