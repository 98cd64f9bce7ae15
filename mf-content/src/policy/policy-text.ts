import type { PolicySlug } from '@shop/remote-contract/urls';

/** A built-in policy. Its texts may contain placeholders of company details, such as `{{companyName}}`. */
export type PolicyText = readonly PolicySection[];

export interface PolicySection {
  /** Fragment of the section's URL. */
  id: string;
  heading: string;
  body: readonly PolicyBlock[];
}

/** A paragraph, a list, links to other policies, or the contact details of the company. */
export type PolicyBlock =
  | string
  | { kind: 'list'; entries: readonly string[] }
  | { kind: 'see-also'; policies: readonly PolicySlug[] }
  | { kind: 'company-contact' };
