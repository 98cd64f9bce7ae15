import type { PolicySectionLink } from '../../policy/sanitise-policy';
import { PolicyArticle } from './policy-article';

export interface StorePolicyProps {
  /** Sanitised HTML: the result of `sanitisePolicy`. */
  html: string;
  sections: readonly PolicySectionLink[];
}

/** Shows the sanitised text of the store. */
export function StorePolicy({ html, sections }: StorePolicyProps) {
  return (
    <PolicyArticle sections={sections}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: `sanitisePolicy` has sanitised it with an allowlist */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </PolicyArticle>
  );
}
