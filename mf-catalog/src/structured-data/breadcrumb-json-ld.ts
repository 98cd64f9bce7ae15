import { urls } from '@shop/remote-contract/urls';
import { absoluteUrl } from '@shop/ui/document-head';

/** A page on the path to the current one. */
export interface Breadcrumb {
  name: string;
  /** Path and query of the page. */
  path: string;
}

/**
 * Describes the path to a page for search engines. It starts at home.
 *
 * @param steps The pages below home; the current page is the last one.
 * @param publicUrl Origin of the shop, for absolute URLs.
 * @see https://schema.org/BreadcrumbList
 */
export function createBreadcrumbJsonLd(steps: readonly Breadcrumb[], publicUrl: string | undefined) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: urls.home() }, ...steps].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: absoluteUrl(step.path, publicUrl),
    })),
  };
}
