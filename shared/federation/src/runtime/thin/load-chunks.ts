import type { BuildId, BundleRequire } from './build-data';
import { loadElement } from './load-element';

/** What a chunk's script pushes: ids of chunks, their modules, and a function that completes the bundle. */
type Chunk = readonly [
  ids: readonly BuildId[],
  modules: BundleRequire['m'],
  complete?: (bundle: BundleRequire) => void,
];

/** Milliseconds until a chunk counts as failed, as in the code of the bundler. */
const chunkTimeoutMs = 120_000;

/**
 * Makes a bundle load its chunks: scripts and style sheets, with the hashes of its entry. It stands in for the code that the bundler
 * generates, which takes 0.7 KB (brotli) of each entry. A failed file is not cached, so the next call requests it again.
 *
 * @param uniqueName Name of the build. The scripts of its chunks push themselves to the list `rspackChunk` + name.
 */
export function loadChunks(bundle: BundleRequire, uniqueName: string): void {
  /** Files by URL that load or have loaded. */
  const files = new Map<string, Promise<void>>();
  const load = (element: HTMLScriptElement | HTMLLinkElement, url: string, integrity: string | undefined) => {
    const loading = loadElement(Object.assign(element, { crossOrigin: 'anonymous', integrity }), chunkTimeoutMs);
    files.set(url, loading);
    loading.catch(() => files.delete(url));
    return loading;
  };
  const { f: kinds = {}, p: folder = '', u: getScript, miniCssF: getSheet } = bundle;

  kinds.j = (id, promises) => {
    const url = folder + getScript(id);
    const script = () => Object.assign(document.createElement('script'), { src: url });
    promises.push(files.get(url) ?? load(script(), url, bundle.sriHashes?.[id]));
  };
  kinds.miniCss = (id, promises) => {
    const integrity = bundle.sriExtractCssHashes?.[id];
    if (!integrity || !getSheet) return;
    const url = folder + getSheet(id);
    // The document has the sheets of its first screen, with their URLs in this attribute.
    if (document.querySelector(`[data-href="${url}"]`)) return;
    const link = () => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url });
    promises.push(files.get(url) ?? load(link(), url, integrity));
  };

  const add = ([, modules, complete]: Chunk) => {
    Object.assign(bundle.m, modules);
    complete?.(bundle);
  };
  const page = globalThis as unknown as Record<string, { push: (chunk: Chunk) => void } | undefined>;
  const list = `rspackChunk${uniqueName}`;
  // An entry that arrives after its time limit runs beside the one of a retry. The page may use either, so each gets every chunk.
  const earlier = page[list];
  page[list] = {
    push: (chunk) => {
      earlier?.push(chunk);
      add(chunk);
    },
  };
}
