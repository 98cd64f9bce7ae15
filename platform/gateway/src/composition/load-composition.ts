import { getIntegrity, getReleasePrefix, type Release, type ReleaseId } from '@shop/releases/release/release';
import { getShellContract, type ShellContract } from '@shop/releases/release/shell-contract';
import type { Canary } from '@shop/releases/state/canary';
import type { PinnedComposition } from '@shop/releases/state/composition';
import type { FindPreviousVersion } from '@shop/releases/state/resolve-composition';
import { type ResolvedComposition, resolveComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition, PreloadFile } from '@shop/remote-contract/composition';
import type { RendererPool } from '../rendering/renderer-pool';

/** A composition and its renderer: everything that a document is rendered from. */
export interface LiveComposition {
  composition: Composition;
  /** What its shell offers to remotes. Absent while a development server provides the shell. */
  shellContract?: ShellContract;
  renderer: RendererPool;
  /**
   * Files of each app that its screens may load after their first view, by the app's name: scripts, style sheets and texts that no
   * path or slot lists. The shared modules are among them: a path may lead to sign-in, which needs the module of forms. Absent while
   * development servers provide the apps.
   */
  laterFiles?: Readonly<Record<string, readonly PreloadFile[]>>;
  /** True for a composition with a remote that only the browser has: browsers render its pages. */
  isClientRendered?: boolean;
}

export interface LiveCanary extends Pick<Canary, 'id' | 'slots' | 'staff' | 'regions' | 'groups'> {
  /** The live composition with the changes of this canary. */
  composition: LiveComposition;
}

export interface LoadOptions {
  /** Finds the version that a page falls back to when a remote cannot be loaded. Without it remotes have no fallback. */
  findPrevious?: FindPreviousVersion;
  /** Receives a fallback release that exists in the history but cannot be read, and the error. */
  onFallbackError?: (fallback: ReleaseId, error: unknown) => void;
  /** Reads a fallback release. Default: from the store, however long that takes. */
  readFallback?: (id: ReleaseId) => Promise<Release>;
  /** Opens the renderer of the composition, whose manifests have the hashes that it lists. */
  openRenderer: (resolved: ResolvedComposition) => Promise<RendererPool>;
}

/**
 * Loads a composition completely: the manifests of its releases and its renderer.
 *
 * @throws When a release is missing from the store or was changed there.
 */
export async function loadComposition(
  store: ReleaseStore,
  pinned: PinnedComposition,
  { findPrevious, onFallbackError, readFallback, openRenderer }: LoadOptions,
): Promise<LiveComposition> {
  const resolved = await resolveComposition(store, pinned, findPrevious, onFallbackError, readFallback);
  const { composition, shellRelease, remoteReleases } = resolved;
  const laterFiles = [shellRelease, ...remoteReleases].map(
    (release) => [release.app, listLaterFiles(release)] as const,
  );
  return {
    composition,
    shellContract: getShellContract(shellRelease),
    renderer: await openRenderer(resolved),
    laterFiles: Object.fromEntries(laterFiles),
  };
}

function listLaterFiles(release: Release): PreloadFile[] {
  const { entry, styles = [], paths, slots = {}, files } = release;
  const parts = [...Object.values(paths), ...Object.values(slots)];
  const listed = new Set([entry, ...styles, ...parts.flatMap((part) => [...part.files, ...(part.styles ?? [])])]);
  return Object.keys(files)
    .filter((file) => /^([^/]+\.(js|css)|texts\/.+\.json)$/.test(file) && !listed.has(file))
    .map((file) => ({ url: `/${getReleasePrefix(release)}${file}`, integrity: getIntegrity(release, file) }));
}
