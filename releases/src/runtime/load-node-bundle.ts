import { hasPublishedBytes } from '../release/integrity';
import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { evaluateNodeBundle } from './evaluate-node-bundle.mjs';

/** The verified code of a release's Node bundle. */
export interface NodeBundle {
  code: string;
  /** Key of the bundle in the release store, for stack traces. */
  filename: string;
  /** URL prefix under which the release's browser files are served. */
  base: string;
}

/**
 * Reads the Node bundle of a release and verifies its hash. It does not evaluate the code.
 *
 * @throws When the file is missing or has another hash than `release.json` lists.
 */
export async function readNodeBundle(store: ReleaseStore, release: Release): Promise<NodeBundle> {
  const prefix = getReleasePrefix(release);
  const key = prefix + release.server;
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  if (!hasPublishedBytes(stored.bytes, release.files[release.server])) {
    throw new Error(`${key} has other bytes than its release says`);
  }
  return { code: Buffer.from(stored.bytes).toString(), filename: key, base: `/${prefix}` };
}

/**
 * Reads the Node bundle of a release, verifies its hash, and evaluates it in this process. Only a process that serves no
 * visitors and holds no keys may do that.
 *
 * @param provided  For a remote, the modules that the shell shares.
 * @returns The exports of the bundle.
 * @throws When the bundle cannot be read or verified, or throws.
 */
export async function loadNodeBundle<Exports>(
  store: ReleaseStore,
  release: Release,
  provided: Readonly<Record<string, unknown>> = {},
): Promise<Exports> {
  const { code, ...context } = await readNodeBundle(store, release);
  return evaluateNodeBundle<Exports>(code, { ...context, provided });
}
