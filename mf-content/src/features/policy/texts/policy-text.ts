/** A built-in policy. Texts may hold the company's placeholders, such as `{{companyName}}`. */
export interface PolicyText {
  /** One or two sentences under the title; also what search engines show. */
  summary: string;
  sections: readonly PolicySection[];
}

export interface PolicySection {
  /** Fragment of the page's address. */
  id: string;
  heading: string;
  body: readonly PolicyBlock[];
}

/** A paragraph, or a list. */
export type PolicyBlock = string | { list: readonly string[] };
