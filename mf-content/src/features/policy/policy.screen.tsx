import { type PolicySlug, urls } from '@shop/remote-contract/urls';
import { Container, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { Suspense } from 'react';
import { BuiltInPolicy } from './built-in-policy/built-in-policy';
import * as styles from './policy.module.css';
import { PolicySkeleton } from './policy-skeleton';
import { policyNames } from './policy-slugs';
import { StorePolicy } from './store-policy/store-policy';
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
      <Suspense key={`${slug} text`} fallback={<PolicySkeleton />}>
        <PolicyBody slug={slug} state={state} />
      </Suspense>
    </Container>
  );
}

function PolicyBody({ slug, state }: { slug: PolicySlug; state: PolicyState }) {
  switch (state.kind) {
    case 'loading':
      return <PolicySkeleton />;
    case 'store':
      return <StorePolicy slug={slug} html={state.html} company={state.company} />;
    case 'built-in':
      return <BuiltInPolicy slug={slug} company={state.company} />;
  }
}
