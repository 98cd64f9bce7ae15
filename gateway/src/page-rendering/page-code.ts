import { computeIntegrity } from '@shop/releases/release/integrity';
import { getReleasePrefix } from '@shop/releases/release/release';
import { type NodeBundle, readNodeBundle } from '@shop/releases/runtime/load-node-bundle';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition, PreloadFile } from '@shop/remote-contract/composition';

/** The verified code and style sheets of a composition: everything that its pages are rendered with. */
export interface PageCode {
  /** Subject of error messages. */
  name: string;
  shell: NodeBundle;
  /** Node bundles of the remotes by app name. */
  remotes: Readonly<Record<string, NodeBundle>>;
  /** Texts of the style sheets by their URL. */
  styleSheets: Readonly<Record<string, string>>;
}

/**
 * Reads the Node bundles and style sheets of a composition and verifies their hashes.
 *
 * @throws When a file is missing or has another hash than its release lists.
 */
export async function readPageCode(
  store: ReleaseStore,
  { composition, shellRelease, remoteReleases }: ResolvedComposition,
): Promise<PageCode> {
  const [shell, remotes, styleSheets] = await Promise.all([
    readNodeBundle(store, shellRelease),
    Promise.all(remoteReleases.map(async (release) => [release.app, await readNodeBundle(store, release)] as const)),
    Promise.all(
      listStyleSheets(composition).map(async (file) => [file.url, await readStyleSheet(store, file)] as const),
    ),
  ]);
  return {
    name: `The page renderer of composition ${composition.seq}`,
    shell,
    remotes: Object.fromEntries(remotes),
    styleSheets: Object.fromEntries(styleSheets),
  };
}

/** Lists the keys in the release store of everything that `readPageCode` reads. */
export const listPageFiles = ({ composition, shellRelease, remoteReleases }: ResolvedComposition): string[] => [
  ...[shellRelease, ...remoteReleases].map((release) => getReleasePrefix(release) + release.server),
  ...listStyleSheets(composition).map(({ url }) => toKey(url)),
];

/** Lists the style sheets of a composition, each once. */
function listStyleSheets({ shell, remotes }: Composition): PreloadFile[] {
  const parts = remotes.flatMap(({ paths, slots = [] }) => [...paths, ...slots]);
  const ofParts = parts.flatMap(({ styles = [] }) => styles);
  return [...new Map([...(shell.styles ?? []), ...ofParts].map((file) => [file.url, file])).values()];
}

const toKey = (url: string) => url.replace(/^\//, '');

async function readStyleSheet(store: ReleaseStore, { url, integrity }: PreloadFile): Promise<string> {
  const stored = await store.get(toKey(url));
  if (!stored) throw new Error(`${url} is missing from the release store`);
  if (computeIntegrity(stored.bytes) !== integrity) throw new Error(`${url} has other bytes than its release says`);
  return Buffer.from(stored.bytes).toString();
}
