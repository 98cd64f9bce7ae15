import { useTexts } from '@shop/language/texts';
import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { policyNames } from '../../policy/policy-slugs';
import * as styles from './policy.module.css';
import { PolicyArticle } from './policy-article';
import { type PolicyState, usePolicy } from './use-policy';

/** Shows a policy: the text of the store when there is one, else the built-in text. Specification 2 "Policy pages". */
export function PolicyScreen({ slug }: { slug: PolicySlug }) {
  const state = usePolicy(slug);
  const t = useTexts();
  const title = t(policyNames[slug].title);
  const description = t(policyNames[slug].description);
  return (
    <Page>
      <DocumentHead title={title} description={description} canonical={urls.policy(slug)} />
      {/* The key creates a new heading for another policy, so that the heading takes the focus again. */}
      <PageHeading key={slug}>{title}</PageHeading>
      <Typography tone="secondary" className={styles.description}>
        {description}
      </Typography>
      <PolicyBody key={`${slug} text`} state={state} />
    </Page>
  );
}

function PolicyBody({ state }: { state: PolicyState }) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <PolicySkeleton />;
    case 'failed':
      return <LoadFailure message={t('This page could not be loaded. Please try again.')} onRetry={state.retry} />;
    case 'ready':
      return <PolicyArticle {...state.policy} />;
  }
}

const sections = ['first', 'second', 'third'];

/** The placeholder of a policy that loads. */
function PolicySkeleton() {
  const t = useTexts();
  return (
    <div className={styles.columns} role="status">
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      <div aria-hidden>
        {sections.map((section) => (
          <div key={section} className={styles.placeholder}>
            <Skeleton width="45%" height={40} className={styles.placeholderHeading} />
            <Skeleton height={28} />
            <Skeleton height={28} />
            <Skeleton width="80%" height={28} />
          </div>
        ))}
      </div>
    </div>
  );
}
