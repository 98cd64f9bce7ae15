import { useMemo } from 'react';
import type { PolicySectionLink } from '../../policy/sanitise-policy';
import { trustHtml } from '../../policy/trusted-html';
import { PolicyArticle } from './policy-article';

export interface StorePolicyProps {
  /** Sanitised HTML: the result of `sanitisePolicy`. */
  html: string;
  sections: readonly PolicySectionLink[];
}

/** Shows the sanitised text of the store. */
export function StorePolicy({ html, sections }: StorePolicyProps) {
  // React replaces the elements whenever the object changes.
  const content = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  return (
    <PolicyArticle sections={sections}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `sanitisePolicy` has sanitised it with an allowlist */}
      <div dangerouslySetInnerHTML={content} />
    </PolicyArticle>
  );
}
