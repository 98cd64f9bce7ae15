import { urls } from '@shop/remote-contract/urls';
import { Link, useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { Typography } from '@shop/ui/core';
import { type ReactNode, useEffect } from 'react';
import { type CompanyDetails, fillPlaceholders } from '../../policy/company-placeholders';
import { policyNames } from '../../policy/policy-slugs';
import type { PolicyBlock, PolicyText } from '../../policy/policy-text';
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

/** Shows the built-in text of a policy, for stores without a text of their own. */
export function BuiltInPolicy({ text, company }: { text: PolicyText; company: CompanyDetails }) {
  return (
    <PolicyArticle sections={text}>
      {text.map(({ id, heading, body }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {heading}
          </h2>
          {body.map((block) => (
            <Block key={getBlockKey(block)} block={block} company={company} />
          ))}
        </section>
      ))}
    </PolicyArticle>
  );
}

/** A section can have several lists, so the key of a list is its first entry. */
function getBlockKey(block: PolicyBlock): string {
  if (typeof block === 'string') return block;
  return block.kind === 'list' ? `list ${block.entries[0]}` : block.kind;
}

function Block({ block, company }: { block: PolicyBlock; company: CompanyDetails }) {
  if (typeof block === 'string') return <p>{fillPlaceholders(block, company)}</p>;
  switch (block.kind) {
    case 'list':
      return (
        <ul>
          {block.entries.map((entry) => (
            <li key={entry}>{fillPlaceholders(entry, company)}</li>
          ))}
        </ul>
      );
    case 'see-also':
      return (
        <ul>
          {block.policies.map((policy) => (
            <li key={policy}>
              <Link to={urls.policy(policy)}>{policyNames[policy].title}</Link>
            </li>
          ))}
        </ul>
      );
    case 'company-contact':
      return <CompanyContact company={company} />;
  }
}

/** Shows the contact details. The defaults are placeholders, so they show as text without a link. */
function CompanyContact({ company }: { company: CompanyDetails }) {
  const { companyName, companyAddress, companyEmail, companyPhone } = company;
  return (
    <address>
      <strong>{companyName}</strong>
      <br />
      {companyAddress}
      <br />
      E-mail: {companyEmail.includes('@') ? <a href={`mailto:${companyEmail}`}>{companyEmail}</a> : companyEmail}
      <br />
      Phone: {/\d/.test(companyPhone) ? <a href={getTelephoneUrl(companyPhone)}>{companyPhone}</a> : companyPhone}
      <br />
      <Link to={urls.contact()}>Contact page</Link>
    </address>
  );
}

const getTelephoneUrl = (phone: string) => `tel:${phone.replace(/\s/g, '')}`;
