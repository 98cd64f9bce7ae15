import type { FindPreviousVersion } from '@shop/releases/history/previous-version';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import { type NodeBundle, readNodeBundle } from '@shop/releases/runtime/load-node-bundle';
import type { PinnedComposition } from '@shop/releases/state/composition';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition } from '@shop/remote-contract/composition';
import type { ShellRenderer } from '../rendering/shell-renderer';

/** A composition and the renderer of its shell: everything that a document is rendered from. */
export interface LiveComposition {
  composition: Composition;
  shell: ShellRenderer;
}

/** A composition that part of the visitors get instead of the live one. */
export interface LiveCanary {
  composition: LiveComposition;
  /** Percentage of the visitors, 0 to 100. */
  share: number;
  /** Input of the visitors' buckets, so that each canary draws other visitors. */
  salt: string;
  /** True when staff get the canary whatever their bucket. */
  staff?: true;
  /** Regions whose visitors get the canary whatever their bucket. */
  regions?: string[];
}

export interface LoadOptions {
  /** Finds the version that a page falls back to when a remote cannot be loaded. Without it remotes have no fallback. */
  findPrevious?: FindPreviousVersion;
  /** Receives a fallback release that exists in the history but cannot be read, and the error. */
  onFallbackError?: (fallback: ReleaseId, error: unknown) => void;
  /** Receives the releases after their manifests were compared with the hashes in the composition. */
  onReleases?: (releases: readonly Release[]) => void;
  /** Opens a renderer for the shell's verified Node bundle. */
  openShell: (bundle: NodeBundle) => Promise<ShellRenderer>;
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
  { findPrevious, onFallbackError, onReleases, openShell, shell: runningShell }: LoadOptions,
): Promise<LiveComposition> {
  const { composition, shellRelease, remoteReleases } = await resolveComposition(
    store,
    pinned,
    findPrevious,
    onFallbackError,
  );
  const shell = runningShell ?? (await openShell(await readNodeBundle(store, shellRelease)));
  onReleases?.([shellRelease, ...remoteReleases]);
  return { composition, shell };
}
