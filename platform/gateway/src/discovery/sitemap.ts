import type { Composition } from '@shop/remote-contract/composition';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
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
 * Creates the sitemap of a composition and of the products on sale, in one language: a sitemap has 50,000 entries at most. Each
 * entry links the page in the other languages of the shell.
 *
 * @param publicUrl The shop's origin without a trailing slash.
 * @param language A language of the shell. Default: English.
 * @see https://www.sitemaps.org/protocol.html
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function createSitemap(
  composition: Composition,
  catalog: CatalogEntries,
  publicUrl: string,
  language: string = sourceLanguage,
): string {
  const paths = [
    ...listStaticPaths(composition),
    ...catalog.categories.map((category) => urls.productList({ category: category.toLowerCase() })),
    ...catalog.productIds.map((id) => urls.product(id)),
  ];
  const { languages = [] } = composition.shell;
  const locate = (path: string, tag: string) => escapeXml(publicUrl + localizePath(tag, path));
  const link = (path: string, tag: string, hreflang = tag) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${locate(path, tag)}"/>`;
  const linkAll = (path: string) =>
    [sourceLanguage, ...languages].map((tag) => link(path, tag)).join('') + link(path, sourceLanguage, 'x-default');
  const entries = [...new Set(paths)].map(
    (path) => `<url><loc>${locate(path, language)}</loc>${languages.length > 0 ? linkAll(path) : ''}</url>`,
  );
  const namespace = languages.length > 0 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>
${entries.join('\n')}
</urlset>
`;
}
