import type { Catalog } from '@shop/language/texts';
import type { ComposedApp } from '@shop/remote-contract/composition';
import { documentIds, readInline } from '../base/page';
import type { LoadRemoteModule } from '../remotes/screen-registry';
import { createCatalogLoader, translateRemote } from '../remotes/translate-remotes';

/** Milliseconds that a page waits for texts. It shows English without them. */
const timeoutMs = 5000;

/** Reads a catalogue from the document, or from its release. */
async function readCatalog(url: string): Promise<Catalog> {
  const known = readInline<Record<string, Catalog>>(documentIds.texts)?.[url];
  if (known) return known;
  return (await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })).json();
}

/**
 * Loads the shell's catalogue, and gives the loader of remotes whose components have their texts.
 *
 * @param load Loads the module of a remote.
 */
export async function translatePage(language: string, shell: ComposedApp, load: LoadRemoteModule) {
  const loadCatalog = createCatalogLoader(language, readCatalog);
  const loadRemote: LoadRemoteModule = async (remote, options) =>
    translateRemote(await load(remote, options), remote, loadCatalog);
  return { catalog: await loadCatalog(shell, 'shell'), loadRemote };
}
