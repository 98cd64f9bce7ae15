import { useTexts } from '@shop/language/texts';
import { splitLanguage } from '@shop/remote-contract/languages';
import { Link, useLocation, useNavigate, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { Typography } from '@shop/ui/core';
import { useEffect, useMemo, useRef } from 'react';
import type { LoadedPolicy } from '../../policy/load-policy';
import { trustHtml } from '../../policy/trusted-html';
import * as styles from './policy.module.css';

/** Shows the text of a policy in lines of readable length. On wide screens a list of its sections is on the left or right of the text. */
export function PolicyArticle({ html, sections, lang }: LoadedPolicy) {
  const t = useTexts();
  const article = useRef<HTMLElement>(null);
  useScrollToFragment();
  useLinksInPage(article);
  // React replaces the elements whenever the object changes.
  const content = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  return (
    <div className={styles.columns}>
      {sections.length > 1 && (
        <nav className={styles.contents} aria-labelledby="policy-contents">
          <Typography id="policy-contents" variant="overline" component="h2" className={styles.contentsHeading}>
            {t('On this page')}
          </Typography>
          <ol lang={lang}>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <Link to={{ hash: `#${id}` }}>{heading}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <article ref={article} lang={lang} className={styles.prose}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own text, or `sanitisePolicy` has sanitised it with an allowlist */}
        <div dangerouslySetInnerHTML={content} />
      </article>
    </div>
  );
}

/** Key of history entries that the router did not create: document loads, and plain `#` links in the text of a store. */
const nativeEntryKey = 'default';

/**
 * Scrolls to the section of the URL's fragment and focuses it. It does so when the text has loaded, which can be later than
 * the page, and after each link to a section. On Back and Forward the shell restores the scroll position instead.
 */
function useScrollToFragment(): void {
  const { hash, key } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    if (!hash || (navigation === 'POP' && key !== nativeEntryKey)) return;
    const section = document.getElementById(getSectionId(hash));
    section?.focus({ preventScroll: true });
    section?.scrollIntoView();
  }, [hash, key, navigation]);
}

/** Opens the links of the text to other pages of the shop without loading a document, except to pages in another language. */
function useLinksInPage(article: React.RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const { language } = useTexts();
  useEffect(() => {
    const element = article.current;
    const followLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isOther = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || isOther || link.hreflang) return;
      if (link.origin !== location.origin) return;
      event.preventDefault();
      // The browser's own entry of the history would look like a return to the page, which restores its scroll position.
      if (link.pathname === location.pathname) return navigate({ search: link.search, hash: link.hash });
      navigate(splitLanguage(link.pathname, [language]).pathname + link.search + link.hash);
    };
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, [article, language, navigate]);
}
