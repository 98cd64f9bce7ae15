import { hasPublishedBytes } from '../release/integrity';
import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { evaluateNodeBundle } from './evaluate-node-bundle';

/**
 * Reads the Node bundle of a release, verifies its hash, and evaluates it.
 *
 * @param provided  For a remote, the modules that the shell shares.
 * @returns The exports of the bundle.
 * @throws When the file is missing, has another hash than `release.json` lists, or throws.
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
