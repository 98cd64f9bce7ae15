import { hasPublishedBytes } from '../release/integrity';
import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { evaluateNodeBundle } from './evaluate-node-bundle';

/**
 * Runs the Node build of a release, after its bytes were checked against the release's own hash.
 *
 * @param provided For a remote, the modules its shell shares.
 * @throws When the file is missing or has other bytes than the release says.
 */
export async function loadNodeBundle<Exports>(
  store: ReleaseStore,
  release: Release,
  provided: Readonly<Record<string, unknown>> = {},
): Promise<Exports> {
  const prefix = getReleasePrefix(release);
  const key = prefix + release.server;
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  if (!hasPublishedBytes(stored.bytes, release.files[release.server])) {
    throw new Error(`${key} has other bytes than its release says`);
  }
  return evaluateNodeBundle(Buffer.from(stored.bytes).toString(), { filename: key, base: `/${prefix}`, provided });
}
