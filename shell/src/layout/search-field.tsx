import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useHref, useLocation, useNavigate } from '@shop/router/router';
import { createContext, type SubmitEvent, useContext } from 'react';
import * as styles from './search-field.module.css';

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
export function SearchField({ className, onSearch }: SearchFieldProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const hasSearch = useContext(HasSearchContext);
  const action = useHref(urls.search());
  if (!hasSearch) return null;
  if (pathname === urls.search()) return <div className={className} />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(urls.search(event.currentTarget.querySelector('input')?.value.trim()));
    onSearch?.();
  };
  return (
    <form className={className} {...landmark} aria-label={t('Shop')} action={action} onSubmit={submit}>
      <input
        className={styles.field}
        type="search"
        name="q"
        aria-label={t('Search the shop')}
        placeholder={t('Search')}
        maxLength={100}
      />
    </form>
  );
}
