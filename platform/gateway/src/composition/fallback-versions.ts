import type { ReleaseId } from '@shop/releases/release/release';
import type { ComposedApp, ComposedRemote, Composition, RemoteVersion } from '@shop/remote-contract/composition';

const isRelease = ({ name, version, digest }: ComposedApp, release: ReleaseId) =>
  name === release.app && version === release.version && digest === release.digest;

const toRemoteVersion = ({ name, version, digest, base, entry, global }: RemoteVersion): RemoteVersion => ({
  name,
  version,
  digest,
  base,
  entry,
  global,
});

/** Finds a release among the remotes of served compositions and their fallbacks. A release never changes. */
function findServedVersion(release: ReleaseId, served: readonly Composition[]): RemoteVersion | undefined {
  const versions = served
    .flatMap(({ remotes }) => remotes)
    .flatMap((remote): RemoteVersion[] => (remote.previous ? [remote, remote.previous] : [remote]));
  const found = versions.find((version) => isRelease(version, release));
  return found && toRemoteVersion(found);
}

/** Finds the fallback that a served composition has for the same release of a remote. */
function findServedFallback(remote: ComposedRemote, served: readonly Composition[]): RemoteVersion | undefined {
  const release = { app: remote.name, version: remote.version, digest: remote.digest };
  return served.flatMap(({ remotes }) => remotes).find((candidate) => isRelease(candidate, release))?.previous;
}

/**
 * Restores fallback versions that could not be read from the release store from the compositions that are served.
 *
 * @param unreadable Fallback releases that the history names and that could not be read. Null when the history itself could
 *   not be read: then a remote keeps the fallback that the served composition has for the same release.
 * @param served Compositions that this gateway serves.
 * @returns The composition with the fallbacks that are known, and the names of the remotes whose fallback is unknown.
 */
export function restoreFallbacks(
  composition: Composition,
  unreadable: readonly ReleaseId[] | null,
  served: readonly Composition[],
): { composition: Composition; missing: string[] } {
  const missing: string[] = [];
  const remotes = composition.remotes.map((remote) => {
    const release = unreadable?.find(({ app }) => app === remote.name);
    if (remote.previous || (unreadable && !release)) return remote;
    const previous = release ? findServedVersion(release, served) : findServedFallback(remote, served);
    if (previous) return { ...remote, previous };
    missing.push(remote.name);
    return remote;
  });
  return { composition: { ...composition, remotes }, missing };
}
