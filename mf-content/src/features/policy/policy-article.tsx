import { Link, useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { Typography } from '@shop/ui/core';
import { type ReactNode, useEffect } from 'react';
import type { PolicySectionLink } from '../../policy/sanitise-policy';
import * as styles from './policy.module.css';

interface PolicyArticleProps {
  sections: readonly PolicySectionLink[];
  children: ReactNode;
}

/** Shows the text of a policy in lines of readable length. On wide screens a list of its sections is on the left or right of the text. */
export function PolicyArticle({ sections, children }: PolicyArticleProps) {
  useScrollToFragment();
  return (
    <div className={styles.columns}>
      {sections.length > 1 && (
        <nav className={styles.contents} aria-labelledby="policy-contents">
          <Typography id="policy-contents" variant="overline" component="h2" className={styles.contentsHeading}>
            On this page
          </Typography>
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <Link to={{ hash: `#${id}` }}>{heading}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <article className={styles.prose}>{children}</article>
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
