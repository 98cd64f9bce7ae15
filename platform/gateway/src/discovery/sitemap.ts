import type { Composition } from '@shop/remote-contract/composition';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';

/** Most addresses of one sitemap. The protocol permits 50,000 in 50 MB; with a link for each language these have 5 MB. */
export const maxPartEntries = 10_000;

/** The site that a sitemap describes. */
export interface SitemapSite {
  /** The shop's origin without a trailing slash. */
  publicUrl: string;
  /** Languages of the shell besides English. */
  languages: readonly string[];
}

/**
 * Lists the public pages that the composition's releases own: every open pattern without parameters, and each known value of a
 * pattern with one parameter. A remote that adds a page appears in the sitemap without a release of the gateway. The lists of the
 * categories follow.
 */
export function listPagePaths({ remotes }: Composition, categories: readonly string[]): string[] {
  const owned = remotes.flatMap(({ paths }) => paths);
  const pages = owned
    .filter(({ access, isPrivate, status }) => access === 'open' && !isPrivate && !status)
    .flatMap(({ pattern, known }) => {
      const [parameter, ...others] = pattern.match(/:\w+|\*/g) ?? [];
      if (!parameter) return [pattern];
      const values = others.length === 0 ? known?.[parameter.slice(1)] : undefined;
      return (values ?? []).map((value) => pattern.replace(parameter, encodeURIComponent(value)));
    });
  const lists = categories.map((category) => urls.productList({ category: category.toLowerCase() }));
  return [...new Set([...pages, ...lists])];
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&apos;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&"'<>]/g, (character) => entities[character] ?? character);

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The text before and after the entries of a sitemap. */
export const formatSitemapFrame = ({ languages }: SitemapSite) => ({
  start: `${declaration}<urlset ${namespace}${languages.length > 0 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>\n`,
  end: '</urlset>\n',
});

/**
 * Creates the function that formats an entry of a sitemap in one language. Each entry links the page in the other languages of
 * the shell.
 *
 * @see https://www.sitemaps.org/protocol.html
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function createEntryFormatter({ publicUrl, languages }: SitemapSite, language: string) {
  const locate = (path: string, tag: string) => escapeXml(publicUrl + localizePath(tag, path));
  const link = (path: string, tag: string, hreflang = tag) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${locate(path, tag)}"/>`;
  const linkAll = (path: string) =>
    [sourceLanguage, ...languages].map((tag) => link(path, tag)).join('') + link(path, sourceLanguage, 'x-default');
  return (path: string, changedAt?: string): string => {
    const date = changedAt ? `<lastmod>${escapeXml(changedAt)}</lastmod>` : '';
    return `<url><loc>${locate(path, language)}</loc>${date}${languages.length > 0 ? linkAll(path) : ''}</url>\n`;
  };
}

/** Formats a sitemap of pages without dates. */
export function formatSitemap(site: SitemapSite, language: string, paths: readonly string[]): string {
  const { start, end } = formatSitemapFrame(site);
  const format = createEntryFormatter(site, language);
  return start + paths.map((path) => format(path)).join('') + end;
}

/**
 * Formats the index of sitemaps. It has 50,000 at most.
 *
 * @param parts Absolute URL of each sitemap, and the time of the last change of its pages, ISO 8601, where it is known.
 */
export const formatSitemapIndex = (parts: readonly { address: string; changedAt?: string | undefined }[]): string =>
  `${declaration}<sitemapindex ${namespace}>
${parts
  .map(
    ({ address, changedAt }) =>
      `<sitemap><loc>${escapeXml(address)}</loc>${changedAt ? `<lastmod>${escapeXml(changedAt)}</lastmod>` : ''}</sitemap>`,
  )
  .join('\n')}
</sitemapindex>
`;
