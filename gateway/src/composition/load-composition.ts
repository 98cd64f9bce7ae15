import type { Canary } from '@shop/releases/canaries/canary';
import type { FindPreviousVersion } from '@shop/releases/history/previous-version';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import { getShellContract, type ShellContract } from '@shop/releases/release/shell-contract';
import { type NodeBundle, readNodeBundle } from '@shop/releases/runtime/load-node-bundle';
import type { PinnedComposition } from '@shop/releases/state/composition';
import { type ResolvedComposition, resolveComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition } from '@shop/remote-contract/composition';
import type { PagePool } from '../page-rendering/page-pool';
import type { ShellRenderer } from '../rendering/shell-renderer';

/** A composition and its renderers: everything that a document is rendered from. */
export interface LiveComposition {
  composition: Composition;
  /** What its shell offers to remotes. Absent while a development server provides the shell. */
  shellContract?: ShellContract;
  /** Renders documents without content. */
  shell: ShellRenderer;
  /** Renders pages with their content. Absent where browsers render all pages. */
  pages?: PagePool;
}

/** A canary that is served. */
export interface LiveCanary extends Pick<Canary, 'id' | 'share' | 'steps' | 'salt' | 'staff' | 'regions'> {
  /** The live composition with the changes of this canary alone. */
  composition: LiveComposition;
  /** The compositions with the changes of this canary and another one, by the id of the other. */
  pairs: ReadonlyMap<string, LiveComposition>;
}

/** Lists every composition that visitors of canaries get. */
export const listCanaryCompositions = (canaries: readonly LiveCanary[]): LiveComposition[] => [
  ...new Set(canaries.flatMap(({ composition, pairs }) => [composition, ...pairs.values()])),
];

export interface LoadOptions {
  /** Finds the version that a page falls back to when a remote cannot be loaded. Without it remotes have no fallback. */
  findPrevious?: FindPreviousVersion;
  /** Receives a fallback release that exists in the history but cannot be read, and the error. */
  onFallbackError?: (fallback: ReleaseId, error: unknown) => void;
  /** Receives the releases after their manifests were compared with the hashes in the composition. */
  onReleases?: (releases: readonly Release[]) => void;
  /** Opens a renderer for the shell's verified Node bundle. */
  openShell: (bundle: NodeBundle) => Promise<ShellRenderer>;
  /** Opens the pool that renders the pages. Default: browsers render all pages. */
  openPages?: ((resolved: ResolvedComposition) => PagePool | undefined) | undefined;
  /** Running renderer of the composition's shell. Without it the bundle is read from the store and `openShell` is called. */
  shell?: ShellRenderer | undefined;
}

/**
 * Loads a composition completely: the manifests of its releases and the renderer of its shell.
 *
 * @throws When a release is missing from the store or was changed there.
 */
export async function loadComposition(
  store: ReleaseStore,
  pinned: PinnedComposition,
  { findPrevious, onFallbackError, onReleases, openShell, openPages, shell: runningShell }: LoadOptions,
): Promise<LiveComposition> {
  const resolved = await resolveComposition(store, pinned, findPrevious, onFallbackError);
  const { composition, shellRelease, remoteReleases } = resolved;
  const shell = runningShell ?? (await openShell(await readNodeBundle(store, shellRelease)));
  onReleases?.([shellRelease, ...remoteReleases]);
  const pages = openPages?.(resolved);
  return { composition, shellContract: getShellContract(shellRelease), shell, ...(pages ? { pages } : {}) };
}
