import type { Composition, EntryFile, PreloadFile } from '@shop/remote-contract/composition';
import type { DocumentRequest, RenderedDocument } from '@shop/remote-contract/shell-build';
import { apiBaseFor } from '@shop/settings/api-base';
import { documentStatus, isPrivatePage, isShellPath, matchRemoteRoute } from '../remotes/match-remote-route';
import { documentIds } from './document-ids';
import { escapeAttribute, inlineJson } from './escape';
import { fontFaces, fontPreloads } from './fonts';
import { iconLinks } from './icons';
import { previewBanner } from './preview-banner';
import { firstPaintStyle, themeScript } from './theme-script';

const toPreload = (base: string, { path, integrity }: EntryFile): PreloadFile => ({ url: base + path, integrity });

/** A preload must carry the same `crossorigin` and `integrity` as the fetch it stands for, or the file comes twice. */
function preloadLink({ url, integrity }: PreloadFile): string {
  return `<link rel="preload" as="script" href="${escapeAttribute(url)}" crossorigin${integrityAttribute(integrity)}>`;
}

const integrityAttribute = (integrity: string) => (integrity ? ` integrity="${escapeAttribute(integrity)}"` : '');

/**
 * Makes the document of an address: theme before paint, the composition inline, and everything the first screen needs
 * asked for at once, so that no script waits for another to name it.
 */
export function renderDocument(request: DocumentRequest): RenderedDocument {
  const { composition, pathname, hostname, settings, firstScript, preview, health } = request;
  const apiOrigin = new URL(settings.apiBase ?? apiBaseFor(hostname)).origin;
  const { shell } = composition;
  const owner = matchRemoteRoute(composition, pathname);
  const preloads = owner ? [toPreload(owner.remote.base, owner.remote.entry), ...(owner.path.preloads ?? [])] : [];
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
${preview ? previewBanner(preview.expiresAt) : ''}<div id="${documentIds.root}"></div>
<noscript>This shop needs JavaScript.</noscript>
<script type="application/json" id="${documentIds.composition}">${inlineJson(forPage(composition))}</script>
<script type="application/json" id="${documentIds.settings}">${inlineJson(settings)}</script>
${health ? `<script type="application/json" id="${documentIds.health}">${inlineJson(health)}</script>\n` : ''}</body>
</html>
`;
  const status = owner ? documentStatus(owner.path, owner.params) : isShellPath(pathname) ? 200 : 404;
  const isPrivate = !owner || isPrivatePage(owner.path, owner.params);
  return { status, html, isPrivate, inlineScripts, apiOrigin };
}

/** A page loads what it needs by itself: preloads are for the document's head. */
function forPage(composition: Composition): Composition {
  const remotes = composition.remotes.map((remote) => ({
    ...remote,
    paths: remote.paths.map(({ preloads: _, ...path }) => path),
  }));
  return { ...composition, remotes };
}
