import { Link } from '@shop/router/router';
import { Typography } from '@shop/ui/core';
import type { ReactNode } from 'react';
import type { PolicySectionLink } from '../../policy/sanitise-policy';
import * as styles from './policy.module.css';
import { useScrollToFragment } from './use-scroll-to-fragment';

export interface PolicyArticleProps {
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
