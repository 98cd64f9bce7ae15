import type { Composition } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';

export interface CatalogEntries {
  categories: readonly string[];
  productIds: readonly string[];
}

/**
 * Lists the public pages that the composition's releases own: every open pattern without parameters, and each known value of a
 * pattern with one parameter. A remote that adds a page appears in the sitemap without a release of the gateway.
 */
function listStaticPaths({ remotes }: Composition): string[] {
  const owned = remotes.flatMap(({ paths }) => paths);
  return owned
    .filter(({ access, isPrivate, status }) => access === 'open' && !isPrivate && !status)
    .flatMap(({ pattern, known }) => {
      const [parameter, ...others] = pattern.match(/:\w+|\*/g) ?? [];
      if (!parameter) return [pattern];
      const values = others.length === 0 ? known?.[parameter.slice(1)] : undefined;
      return (values ?? []).map((value) => pattern.replace(parameter, encodeURIComponent(value)));
    });
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&"'<>]/g, (character) => entities[character] ?? character);

/**
 * Creates the sitemap of a composition and of the products on sale. https://www.sitemaps.org/protocol.html
 *
 * @param publicUrl The shop's origin without a trailing slash.
 */
export function createSitemap(composition: Composition, catalog: CatalogEntries, publicUrl: string): string {
  const paths = [
    ...listStaticPaths(composition),
    ...catalog.categories.map((category) => urls.productList({ category: category.toLowerCase() })),
    ...catalog.productIds.map((id) => urls.product(id)),
  ];
  const entries = [...new Set(paths)].map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
