import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import type { CompanyDetails } from '../../policy/company-placeholders';
import type { LoadedPolicy } from '../../policy/load-policy';
import { policyNames } from '../../policy/policy-slugs';
import { BuiltInPolicy } from './built-in-policy';
import * as styles from './policy.module.css';
import { PolicyFailure } from './policy-failure';
import { PolicySkeleton } from './policy-skeleton';
import { StorePolicy } from './store-policy';
import { type PolicyState, usePolicy } from './use-policy';

export interface PolicyScreenProps {
  slug: PolicySlug;
}

/** Shows a policy: the text of the store when there is one, else the built-in text. Specification 2 "Policy pages". */
export function PolicyScreen({ slug }: PolicyScreenProps) {
  const state = usePolicy(slug);
  const { title, description } = policyNames[slug];
  return (
    <Container maxWidth="lg" className={styles.page}>
      <DocumentHead
        title={title}
        storeName={state.info?.storeName}
        description={description}
        canonical={urls.policy(slug)}
        image={state.info?.companyLogoUrl}
      />
      {/* The key creates a new heading for another policy, so that the heading takes the focus again. */}
      <PageHeading key={slug}>{title}</PageHeading>
      <Typography tone="secondary" className={styles.description}>
        {description}
      </Typography>
      <PolicyBody key={`${slug} text`} state={state} />
    </Container>
  );
}

function PolicyBody({ state }: { state: PolicyState }) {
  switch (state.kind) {
    case 'loading':
      return <PolicySkeleton />;
    case 'failed':
      return <PolicyFailure onRetry={state.retry} />;
    case 'ready':
      return <PolicyText policy={state.policy} company={state.company} />;
  }
}

function PolicyText({ policy, company }: { policy: LoadedPolicy; company: CompanyDetails }) {
  switch (policy.kind) {
    case 'store':
      return <StorePolicy html={policy.html} sections={policy.sections} />;
    case 'built-in':
      return <BuiltInPolicy text={policy.text} company={company} />;
  }
}
