import type { PolicySlug } from '@shop/remote-contract/urls';
import { useLayoutEffect, useRef } from 'react';
import { BuiltInPolicy } from '../built-in-policy/built-in-policy';
import type { CompanyDetails } from '../company-placeholders';
import { PolicyArticle } from '../policy-article';
import { PolicyFailure } from '../policy-failure';
import { PolicySkeleton } from '../policy-skeleton';
import { policyNames } from '../policy-slugs';
import { useSanitisedPolicy } from './use-sanitised-policy';

export interface StorePolicyProps {
  slug: PolicySlug;
  /** Untrusted. */
  html: string;
  company: CompanyDetails;
}

/** The store's own text. One of which nothing can be shown counts as none. Interpretation 29. */
export function StorePolicy({ slug, html, company }: StorePolicyProps) {
  const state = useSanitisedPolicy({ title: policyNames[slug].title, html, company });
  switch (state.kind) {
    case 'preparing':
      return <PolicySkeleton />;
    case 'failed':
      return <PolicyFailure onRetry={state.retry} />;
    case 'empty':
      return <BuiltInPolicy slug={slug} company={company} />;
    case 'ready':
      return (
        <PolicyArticle sections={state.policy.sections}>
          <SanitisedContent content={state.policy.content} />
        </PolicyArticle>
      );
  }
}

/** Puts the nodes into the page as they are: written out and parsed again, they could come to mean something else. */
function SanitisedContent({ content }: { content: DocumentFragment }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(content.cloneNode(true)), [content]);
  return <div ref={place} />;
}
