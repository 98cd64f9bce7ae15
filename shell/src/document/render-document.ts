import type { Composition, EntryFile, PreloadFile } from '@shop/remote-contract/composition';
import { isShellPath, matchRemoteRoute } from '@shop/remote-contract/match-remote-route';
import type { DocumentRequest, RenderedDocument } from '@shop/remote-contract/shell-build';
import { getApiBase } from '@shop/settings/api-base';
import { documentIds } from './document-ids';
import { documentStatus } from './document-status';
import { escapeAttribute, inlineJson } from './escape';
import { fontFaces, fontPreloads } from './fonts';
import { iconLinks } from './icons';
import { renderPreviewBanner } from './preview-banner';
import { firstPaintStyle, themeScript } from './theme-script';

const toPreload = (base: string, { path, integrity }: EntryFile): PreloadFile => ({ url: base + path, integrity });

/** A preload without the same `crossorigin` and `integrity` as the later fetch would download the file twice. */
function preloadLink({ url, integrity }: PreloadFile): string {
  return `<link rel="preload" as="script" href="${escapeAttribute(url)}" crossorigin${integrityAttribute(integrity)}>`;
}

const integrityAttribute = (integrity: string) => (integrity ? ` integrity="${escapeAttribute(integrity)}"` : '');

/**
 * Renders the document of an address. The theme is set before the first paint, the composition is inline, and the head
 * requests every file of the first screen at once, so that no script has to load before the next one is known.
 */
export function renderDocument(request: DocumentRequest): RenderedDocument {
  const { composition, pathname, hostname, settings, firstScript, preview, health } = request;
  const apiOrigin = new URL(settings.apiBase ?? getApiBase(hostname)).origin;
  const { shell } = composition;
  const match = matchRemoteRoute(composition, pathname);
  const preloads = match ? [toPreload(match.remote.base, match.remote.entry), ...(match.path.preloads ?? [])] : [];
  const inlineScripts = [firstScript, themeScript].filter((text) => text !== undefined);
  const html = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${iconLinks}
${inlineScripts.map((text) => `<script>${text}</script>`).join('\n')}
<style>${fontFaces}${firstPaintStyle}</style>
${fontPreloads}
<link rel="preconnect" href="${escapeAttribute(apiOrigin)}" crossorigin>
<script src="${escapeAttribute(shell.base + shell.entry.path)}" defer crossorigin${integrityAttribute(shell.entry.integrity)}></script>
${preloads.map(preloadLink).join('\n')}
</head>
<body>
${preview ? renderPreviewBanner(preview.expiresAt) : ''}<div id="${documentIds.root}"></div>
<noscript>This shop needs JavaScript.</noscript>
<script type="application/json" id="${documentIds.composition}">${inlineJson(withoutPreloads(composition))}</script>
<script type="application/json" id="${documentIds.settings}">${inlineJson(settings)}</script>
${health ? `<script type="application/json" id="${documentIds.health}">${inlineJson(health)}</script>\n` : ''}</body>
</html>
`;
  const status = match ? documentStatus(match) : isShellPath(pathname) ? 200 : 404;
  const isPublic = match?.path.access === 'open' && !match.path.isPrivate && status === 200;
  return { status, html, isPrivate: !isPublic, inlineScripts, apiOrigin };
}

/** Preloads serve the head of the document only. The page does not read them. */
function withoutPreloads(composition: Composition): Composition {
  const remotes = composition.remotes.map((remote) => ({
    ...remote,
    paths: remote.paths.map(({ preloads: _, ...path }) => path),
  }));
  return { ...composition, remotes };
}
