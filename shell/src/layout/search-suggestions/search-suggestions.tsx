import type { Product } from '@shop/api-contract/decoders/product';
import { type Texts, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Skeleton } from '@shop/ui/core';
import noPicture from '@shop/ui/no-picture.svg';
import { Picture } from '@shop/ui/picture';
import { Price } from '@shop/ui/price';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { History, Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCategoryLinks } from '../../base/shop-identity';
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches';
import * as styles from './search-suggestions.module.css';
import { type SuggestedCategory, suggestCategories } from './suggested-categories';
import { type ComboboxState, useCombobox } from './use-combobox';
import { useFoundProducts } from './use-found-products';

export interface SearchSuggestionsProps {
  /** The field of the search, in its form, which may be one of a screen. The suggestions show at the end of the form. */
  field: HTMLInputElement;
  /** Called when the shopper opens a suggestion. */
  onSearch?: (() => void) | undefined;
}

/** One suggestion. `words` are those of a search. */
interface Suggestion {
  to: string;
  content: ReactNode;
  words?: string;
}

/** Suggestions of one kind. */
interface SuggestionGroup {
  title: string;
  suggestions: Suggestion[];
}

/** Rows that hold the place of products while they load. */
const placeholders = [1, 2, 3];

/** Width of a picture in CSS pixels. */
const pictureWidth = 44;

/** Creates the suggestions of each kind, in the order of the list. */
const createGroups = (
  recent: readonly string[],
  categories: readonly SuggestedCategory[],
  products: readonly Product[],
  t: Texts,
): SuggestionGroup[] => [
  {
    title: t('Recent searches'),
    suggestions: recent.map((text) => ({
      to: urls.search(text),
      words: text,
      content: <Line icon={<History size={18} aria-hidden />}>{text}</Line>,
    })),
  },
  {
    title: t('Categories'),
    suggestions: categories.map(({ to, category, parentCategory }) => ({
      to,
      content: (
        <Line icon={<Search size={18} aria-hidden />}>
          {parentCategory && <span lang={t.dataLanguage}>{parentCategory} </span>}
          {parentCategory ? (
            <span className={styles.quiet}>{t('in {category}', { category: t(category) })}</span>
          ) : (
            t(category)
          )}
        </Line>
      ),
    })),
  },
  {
    title: t('Products'),
    suggestions: products.map((product) => ({
      to: urls.product(product.id),
      content: <ProductLine product={product} />,
    })),
  },
];

export { addRecentSearch };

/**
 * Suggests the last searches of this device, categories and products below a field of the search. It loads when the field first has
 * the focus.
 */
export function SearchSuggestions({ field, onSearch }: SearchSuggestionsProps) {
  const t = useTexts();
  const listId = useId();
  const [state, setState] = useState<ComboboxState>({ text: '', isOpen: false });
  const [searches, setSearches] = useState(readRecentSearches);
  const words = state.isOpen ? state.text.trim() : '';
  const found = useFoundProducts(words);
  const links = useCategoryLinks();
  const products = found.kind === 'ready' ? found.products : [];
  const recent = searches.filter((text) => isContinued(text, words));
  const groups = createGroups(recent, suggestCategories(words, links, products, t), products, t);
  const suggestions = state.isOpen ? groups.flatMap((group) => group.suggestions) : [];
  const getId = ({ to }: Suggestion) => `${listId}-${to}`;

  const follow = ({ words: searched }: Suggestion) => {
    if (searched) addRecentSearch(searched);
    close();
    onSearch?.();
  };
  const { activeId, close } = useCombobox({
    field,
    state,
    setState,
    listId,
    optionIds: suggestions.map(getId),
    // As a click does it: the page then starts at its top.
    onSelect: (id) => document.getElementById(id)?.click(),
  });
  const closeSubmitted = useEffectEvent(close);
  useEffect(() => {
    const onSubmit = () => closeSubmitted();
    const { form } = field;
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [field]);
  // Another tab, or the submit, may have changed the list since it was last open.
  useEffect(() => {
    if (state.isOpen) setSearches(readRecentSearches());
  }, [state.isOpen]);
  const clear = () => {
    clearRecentSearches();
    setSearches([]);
    field.focus();
  };

  const isLoading = found.kind === 'loading';
  const isUnknown = found.kind === 'ready' && found.isUnknown === true && suggestions.length === 0;
  const isAnnounced = state.isOpen && !isLoading && !isUnknown && (words !== '' || suggestions.length > 0);
  if (!field.form) return null;
  return createPortal(
    <>
      <VisuallyHidden role="status">
        {isAnnounced &&
          t('{count, plural, =0 {No suggestions} one {# suggestion} other {# suggestions}}', {
            count: suggestions.length,
          })}
      </VisuallyHidden>
      {state.isOpen && (suggestions.length > 0 || isLoading) && (
        <div className={styles.panel}>
          <div id={listId} role="listbox" aria-label={t('Suggestions')} aria-busy={isLoading}>
            {groups
              .filter((group) => group.suggestions.length > 0)
              .map((group) => (
                <Group key={group.title} title={group.title}>
                  {group.suggestions.map((suggestion) => (
                    <Link
                      key={suggestion.to}
                      id={getId(suggestion)}
                      className={styles.option}
                      to={suggestion.to}
                      role="option"
                      aria-selected={getId(suggestion) === activeId}
                      tabIndex={-1}
                      onClick={() => follow(suggestion)}
                    >
                      {suggestion.content}
                    </Link>
                  ))}
                </Group>
              ))}
          </div>
          {isLoading &&
            placeholders.map((row) => (
              <div key={row} className={styles.placeholder} aria-hidden>
                <Skeleton variant="rounded" className={styles.picture} />
                <Skeleton width="60%" />
              </div>
            ))}
          {recent.length > 0 && (
            <button type="button" className={styles.clear} onClick={clear}>
              {t('Clear recent searches')}
            </button>
          )}
        </div>
      )}
    </>,
    field.form,
  );
}

/** True for a search that contains the words and says more than them. */
function isContinued(text: string, words: string): boolean {
  const [search, typed] = [text.toLowerCase(), words.toLowerCase()];
  return search !== typed && search.includes(typed);
}

/** Suggestions of one kind. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, and options are none.
    <div role="group" aria-labelledby={titleId}>
      <div className={styles.title} id={titleId} role="presentation">
        {title}
      </div>
      {children}
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
    </>
  );
}

function ProductLine({ product }: { product: Product }) {
  const t = useTexts();
  const { image, images, name, price, originalPrice } = product;
  const picture = images.find(({ url }) => url === image) ?? { url: image };
  return (
    <>
      <span className={styles.picture}>
        <Picture picture={picture} alt="" fallback={noPicture} sizes={`${pictureWidth}px`} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} lang={t.dataLanguage}>
          {name}
        </span>{' '}
        <Price price={price} {...(originalPrice !== undefined && { originalPrice })} />
      </span>
    </>
  );
}
