import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';
import type { SchemaOrg } from './schema-org';

/** A page on the path to the current one. */
export interface Breadcrumb {
  name: string;
  /** Path and query of the page. */
  path: string;
}

/** Describes the path to a page, which starts at home. The last step is the page itself. */
export function createBreadcrumbJsonLd(steps: readonly Breadcrumb[], publicUrl: string | undefined): SchemaOrg {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: urls.home() }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path, publicUrl),
    })),
  };
}
