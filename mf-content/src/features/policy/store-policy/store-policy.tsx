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
  /** Untrusted HTML. */
  html: string;
  company: CompanyDetails;
}

/** Shows the text of the store. A text without visible content falls back to the built-in one. Interpretation 29. */
export function StorePolicy({ slug, html, company }: StorePolicyProps) {
  const state = useSanitisedPolicy({ title: policyNames[slug].title, html, company });
  switch (state.kind) {
    case 'loading':
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

/** Inserts the sanitised nodes. Serialising and parsing them again could change their meaning (mutation XSS). */
function SanitisedContent({ content }: { content: DocumentFragment }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => container.current?.replaceChildren(content.cloneNode(true)), [content]);
  return <div ref={container} />;
}
