import type { ComposedApp, Composition, ReleaseFile } from '@shop/remote-contract/composition';
import type { Settings } from '@shop/settings/settings-slice';
import { documentStatus, findOwner } from '../remotes/find-owner';
import { documentIds } from './document-ids';
import { escapeAttribute, inlineJson } from './escape';
import { fontFaces, fontPreloads } from './fonts';
import { firstPaintStyle, themeScript } from './theme-script';

/** What the gateway asks the shell for: the document of one address, in one composition. */
export interface DocumentRequest {
  composition: Composition;
  /** Path of the address, without its query. */
  pathname: string;
  /** What the deployment decides; the API's address is left out where the page can tell it by its own host. */
  settings: Partial<Settings>;
  /** Origin of the store API when the deployment names it, for an early connection. */
  apiOrigin?: string;
  /** An extra inline script that must run before all others; development uses it for hot reload. */
  firstScript?: string;
}

export interface RenderedDocument {
  status: 200 | 404;
  html: string;
  /** Texts of the inline scripts, for the hashes of a content security policy. */
  inlineScripts: string[];
}

const fileUrl = ({ base }: ComposedApp, file: ReleaseFile) => base + file.path;

/** A preload must carry the same `crossorigin` and `integrity` as the fetch it stands for, or the file comes twice. */
function preload(href: string, { integrity }: ReleaseFile): string {
  return `<link rel="preload" as="script" href="${escapeAttribute(href)}" crossorigin${integrityAttribute(integrity)}>`;
}

const integrityAttribute = (integrity: string) => (integrity ? ` integrity="${escapeAttribute(integrity)}"` : '');

/**
 * Makes the document of an address: theme before paint, the composition inline, and everything the first screen needs
 * asked for at once, so that no script waits for another to name it.
 */
export function renderDocument(request: DocumentRequest): RenderedDocument {
  const { composition, pathname, settings, apiOrigin, firstScript } = request;
  const { shell } = composition;
  const owner = findOwner(composition, pathname);
  const ownerPreloads = owner
    ? [owner.remote.entry, ...owner.path.files].map((file) => preload(fileUrl(owner.remote, file), file))
    : [];
  const inlineScripts = [firstScript, themeScript].filter((text) => text !== undefined);
  const html = `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${inlineScripts.map((text) => `<script>${text}</script>`).join('\n')}
<style>${fontFaces}${firstPaintStyle}</style>
${fontPreloads}
${apiOrigin ? `<link rel="preconnect" href="${escapeAttribute(apiOrigin)}" crossorigin>` : ''}
<script src="${escapeAttribute(fileUrl(shell, shell.entry))}" defer crossorigin${integrityAttribute(shell.entry.integrity)}></script>
${ownerPreloads.join('\n')}
</head>
<body>
<div id="${documentIds.root}"></div>
<noscript>This shop needs JavaScript.</noscript>
<script type="application/json" id="${documentIds.composition}">${inlineJson(composition)}</script>
<script type="application/json" id="${documentIds.settings}">${inlineJson(settings)}</script>
</body>
</html>
`;
  return { status: owner ? documentStatus(owner.path, owner.params) : statusWithoutOwner(pathname), html, inlineScripts };
}

/** The session's screens are the shell's own; nothing else exists without an owner. */
function statusWithoutOwner(pathname: string): 200 | 404 {
  return ['/login', '/register'].includes(pathname.replace(/\/$/, '')) ? 200 : 404;
}
