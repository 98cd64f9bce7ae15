import { localizePath } from '@shop/remote-contract/languages';
import { absoluteUrl } from '@shop/ui/document-head';
import type { SchemaOrg } from './schema-org';

/** A page on the path to the current one. */
export interface Breadcrumb {
  name: string;
  /** Path and query of the page. */
  path: string;
  /** True for a name of the store API, which is English in every language. Default: false. */
  isData?: boolean;
}

/** Describes the path to a page in a language. It starts at home, and the last step is the page itself. */
export function createBreadcrumbJsonLd(
  steps: readonly Breadcrumb[],
  publicUrl: string | undefined,
  language: string,
): SchemaOrg {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(localizePath(language, path), publicUrl),
    })),
  };
}
