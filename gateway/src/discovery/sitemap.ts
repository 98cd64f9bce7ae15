import type { Composition } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';

/** What a sitemap lists besides the pages that the composition's releases name. */
export interface SitemapContent {
  categories: readonly string[];
  productIds: readonly string[];
}

/**
 * The pages without data of their own: every open pattern without parameters, and each known value of a parameter. A
 * remote that adds a page is in the sitemap without a release of the gateway.
 */
export function plainPages({ remotes }: Composition): string[] {
  const owned = remotes.flatMap(({ paths }) => paths);
  return owned
    .filter(({ access, isPrivate, status }) => access === 'open' && !isPrivate && !status)
    .flatMap(({ pattern, known }) => {
      const [parameter, ...more] = pattern.match(/:\w+|\*/g) ?? [];
      if (!parameter) return [pattern];
      const values = more.length === 0 ? known?.[parameter.slice(1)] : undefined;
      return (values ?? []).map((value) => pattern.replace(parameter, encodeURIComponent(value)));
    });
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&"'<>]/g, (character) => entities[character] ?? character);

/**
 * The sitemap of a composition and what the store sells. https://www.sitemaps.org/protocol.html
 *
 * @param publicUrl The shop's own address, without a slash at the end.
 */
export function createSitemap(composition: Composition, content: SitemapContent, publicUrl: string): string {
  const paths = [
    ...plainPages(composition),
    ...content.categories.map((category) => urls.productList({ category: category.toLowerCase() })),
    ...content.productIds.map((id) => urls.product(id)),
  ];
  const entries = [...new Set(paths)].map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
