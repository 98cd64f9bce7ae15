import type { PreloadFile } from '@shop/remote-contract/composition';
import { documentIds } from '../document/document-ids';
import { escapeAttribute, inlineJson } from '../document/escape';
import { loadPage, type PageScripts, pageReadyEvent } from './page-loader';

/** Inline script of rendered pages. Its text is the same in every document, so that one hash permits it. */
export const pageLoaderScript = `(${loadPage})(${JSON.stringify(documentIds.scripts)},${JSON.stringify(pageReadyEvent)})`;

/**
 * Rules by which a browser prefetches the document of a link that the shopper is about to open. They apply until the page is
 * ready. https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: '/-/*' } }] },
      eagerness: 'moderate',
    },
  ],
});

const integrityAttribute = (integrity: string) => (integrity ? ` integrity="${escapeAttribute(integrity)}"` : '');

/** A preload without the same `crossorigin` and `integrity` as the later fetch would download the file twice. */
const preloadLink = ({ url, integrity }: PreloadFile) =>
  `<link rel="preload" as="script" href="${escapeAttribute(url)}" crossorigin${integrityAttribute(integrity)}>`;

/**
 * Requests all scripts in the head of a document, for a page whose content needs them.
 *
 * @returns Elements of the head.
 */
export function requestScripts(entry: PreloadFile, preloads: readonly PreloadFile[]): string[] {
  const { url, integrity } = entry;
  const script = `<script src="${escapeAttribute(url)}" defer crossorigin${integrityAttribute(integrity)}></script>`;
  return [script, ...preloads.map(preloadLink)];
}

/**
 * Adds the page loader to a rendered page.
 *
 * @param scripts The scripts that it loads.
 * @returns Elements for the end of the body.
 */
export function renderPageLoader(scripts: PageScripts): string[] {
  return [
    `<script type="application/json" id="${documentIds.scripts}">${inlineJson(scripts)}</script>`,
    `<script>${pageLoaderScript}</script>`,
    `<script type="speculationrules">${speculationRules}</script>`,
  ];
}
