import { hasIntegrity, hasPublishedBytes } from '@shop/releases/release/integrity';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import type { DocumentReader } from '@shop/releases/store/release-store';
import type { Composition, PreloadFile } from '@shop/remote-contract/composition';
import { getTextsFile } from '@shop/remote-contract/languages';

/** The verified code of a release's Node bundle. */
export interface NodeBundle {
  code: string;
  /** Key of the bundle in the release store, for stack traces. */
  filename: string;
  /** URL prefix under which the release's browser files are served. */
  base: string;
  /** Texts of the app's parts besides English: JSON by language and URL. Default: none. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What pages are rendered with besides the shell. */
export interface PageCode {
  /** Node bundles by app name, of the remotes that have one. */
  remotes: Readonly<Record<string, NodeBundle>>;
  /** Texts of the style sheets by their URL. */
  styleSheets: Readonly<Record<string, string>>;
}

/** Reads the verified code of a composition. Both functions reject when a file is missing or has another hash than its release lists. */
export interface CompositionCode {
  /** Subject of error messages. */
  name: string;
  readShell: () => Promise<NodeBundle>;
  readPages: () => Promise<PageCode>;
}

export function createCompositionCode(store: DocumentReader, resolved: ResolvedComposition): CompositionCode {
  const { composition, shellRelease, remoteReleases } = resolved;
  const { languages = [] } = shellRelease;
  return {
    name: `The renderer of composition ${composition.seq}`,
    readShell: () => readNodeBundle(store, shellRelease, languages),
    readPages: async () => {
      const [remotes, styleSheets] = await Promise.all([
        Promise.all(
          remoteReleases
            .filter(({ server }) => server !== undefined)
            .map(async (release) => [release.app, await readNodeBundle(store, release, languages)] as const),
        ),
        Promise.all(
          listStyleSheets(composition).map(async ({ url, integrity }) => {
            return [url, await readText(store, toKey(url), (bytes) => hasIntegrity(bytes, integrity))] as const;
          }),
        ),
      ]);
      return { remotes: Object.fromEntries(remotes), styleSheets: Object.fromEntries(styleSheets) };
    },
  };
}

/** Lists the keys in the release store of everything that `readShell` reads. */
export const listShellFiles = ({ shellRelease }: ResolvedComposition): string[] =>
  listBundleKeys(shellRelease, shellRelease.languages);

/** Lists the keys in the release store of everything that `readPages` reads. */
export const listPageFiles = ({ composition, shellRelease, remoteReleases }: ResolvedComposition): string[] => [
  ...remoteReleases.flatMap((release) => listBundleKeys(release, shellRelease.languages)),
  ...listStyleSheets(composition).map(({ url }) => toKey(url)),
];

/** Whether a file of a composition's releases has the bytes that its release lists. True for any other key. */
export const isIntactFile = (
  { shellRelease, remoteReleases }: ResolvedComposition,
  key: string,
  bytes: Uint8Array,
): boolean =>
  [shellRelease, ...remoteReleases].every((release) => {
    const prefix = getReleasePrefix(release);
    const file = key.startsWith(prefix) ? release.files[key.slice(prefix.length)] : undefined;
    return file === undefined || hasPublishedBytes(bytes, file);
  });

const listBundleKeys = (release: Release, languages: readonly string[] = []): string[] =>
  [...(release.server ? [release.server] : []), ...languages.flatMap((language) => listTexts(release, language))].map(
    (file) => getReleasePrefix(release) + file,
  );

/** Lists the files with the texts of an app. An app without texts in the language has none. */
function listTexts({ kind, files, paths, slots = {} }: Release, language: string): string[] {
  const parts = kind === 'shell' ? ['shell'] : [...Object.keys(paths), ...Object.keys(slots)];
  return parts.map((part) => getTextsFile(part, language)).filter((file) => Object.hasOwn(files, file));
}

/** @param languages Languages of the shell besides English. Their texts are small, so a process has all of them. */
async function readNodeBundle(
  store: DocumentReader,
  release: Release,
  languages: readonly string[],
): Promise<NodeBundle> {
  const prefix = getReleasePrefix(release);
  if (!release.server) throw new Error(`${prefix} has no Node bundle`);
  const read = (file: string) =>
    readText(store, prefix + file, (bytes) => hasPublishedBytes(bytes, release.files[file]));
  const readTexts = async (language: string) => {
    const files = listTexts(release, language).map(async (file) => [`/${prefix}${file}`, await read(file)] as const);
    return [language, Object.fromEntries(await Promise.all(files))] as const;
  };
  const [code, texts] = await Promise.all([read(release.server), Promise.all(languages.map(readTexts))]);
  return { code, filename: prefix + release.server, base: `/${prefix}`, texts: Object.fromEntries(texts) };
}

/** Reads a file of a release. @throws When it is missing, or has other bytes than its release lists. */
async function readText(store: DocumentReader, key: string, isPublished: (bytes: Uint8Array) => boolean) {
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  if (!isPublished(stored.bytes)) throw new Error(`${key} has other bytes than its release says`);
  return Buffer.from(stored.bytes).toString();
}

/** Lists the style sheets of a composition, each once. */
function listStyleSheets({ shell, remotes }: Composition): PreloadFile[] {
  const parts = remotes.flatMap(({ paths, slots = [] }) => [...paths, ...slots]);
  const ofParts = parts.flatMap(({ styles = [] }) => styles);
  return [...new Map([...(shell.styles ?? []), ...ofParts].map((file) => [file.url, file])).values()];
}

const toKey = (url: string) => url.replace(/^\//, '');
