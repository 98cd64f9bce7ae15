import type { FindPreviousVersion } from '@shop/releases/history/previous-version';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import { loadNodeBundle } from '@shop/releases/runtime/load-node-bundle';
import type { PinnedComposition } from '@shop/releases/state/composition';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';

/** A composition and the running Node build of its shell: everything that a document is rendered from. */
export interface LiveComposition {
  composition: Composition;
  shell: ShellBuild;
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
  /** Running build of the composition's shell. Without it the build is read from the store and evaluated. */
  shell?: ShellBuild | undefined;
}

/**
 * Loads a composition completely: the manifests of its releases and the Node build of its shell.
 *
 * @throws When a release is missing from the store or was changed there.
 */
export async function loadComposition(
  store: ReleaseStore,
  pinned: PinnedComposition,
  { findPrevious, onFallbackError, onReleases, shell: runningShell }: LoadOptions = {},
): Promise<LiveComposition> {
  const { composition, shellRelease, remoteReleases } = await resolveComposition(
    store,
    pinned,
    findPrevious,
    onFallbackError,
  );
  const shell = runningShell ?? (await loadNodeBundle<ShellBuild>(store, shellRelease));
  onReleases?.([shellRelease, ...remoteReleases]);
  return { composition, shell };
}
