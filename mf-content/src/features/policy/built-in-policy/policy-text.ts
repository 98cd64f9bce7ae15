import type { PolicySlug } from '@shop/remote-contract/urls';

/** A built-in policy. Its sentences may hold the company's placeholders, such as `{{companyName}}`. */
export type PolicyText = readonly PolicySection[];

export interface PolicySection {
  /** Fragment of the page's address. */
  id: string;
  heading: string;
  body: readonly PolicyBlock[];
}

/** A paragraph, a list, links to other policies, or the ways to reach the company. */
export type PolicyBlock =
  | string
  | { kind: 'list'; entries: readonly string[] }
  | { kind: 'see-also'; policies: readonly PolicySlug[] }
  | { kind: 'company-contact' };
