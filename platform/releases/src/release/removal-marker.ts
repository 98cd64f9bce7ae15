import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { ConflictError } from '../store/errors';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { getReleasePrefix, type ReleaseId, releaseFile } from './release';

/*
 * `removing/<app>/<version>-<digest>` marks a release that gc is about to remove. Gc writes the marker, then lists the
 * referenced releases a second time, and only then decides. A process that makes a release live writes its log entry first,
 * and then looks for a marker. So at least one of the two sees the other. The marker is `considered` until the second
 * listing, and is removed after the last file.
 */
const folder = 'removing/';
const Removal = v.object({
  state: v.picklist(['considered', 'decided', 'withdrawn']),
  /** Distinguishes the markers of two removals, so that gc cannot decide on one that was withdrawn and begun again. */
  id: v.string(),
});

const getMarkerKey = (prefix: string) => prefix.replace(/^r\//, folder).replace(/\/$/, '');
const createMarker = (state: v.InferOutput<typeof Removal>['state']) =>
  Buffer.from(JSON.stringify({ state, id: randomUUID() }));

/** Lists the prefixes of the releases that have a marker, including markers of a gc that was killed. */
export const listRemovals = async (store: ReleaseStore): Promise<string[]> =>
  (await store.list(folder)).map((key) => `r/${key.slice(folder.length)}/`);

export interface PendingRemoval {
  prefix: string;
  /** Tag of its marker. Empty when the marker is gone or withdrawn. */
  tag: string;
  /** Whether a gc has decided on it. Files may be gone then. */
  isDecided: boolean;
}

/** Begins the removal of a release, or joins a removal that has begun. From now on the release cannot become live. */
export async function beginRemoval(store: ReleaseStore, prefix: string): Promise<PendingRemoval> {
  await store.putIfAbsent(getMarkerKey(prefix), createMarker('considered'));
  const stored = await store.get(getMarkerKey(prefix));
  const state = stored && parseJson(Removal, stored.bytes, getMarkerKey(prefix)).state;
  // Another gc has just finished or withdrawn it. This process then decides nothing.
  if (!stored || state === 'withdrawn') return { prefix, tag: '', isDecided: false };
  return { prefix, tag: stored.tag, isDecided: state === 'decided' };
}

/** Withdraws a removal, unless another gc has decided on it in the meantime. */
export async function withdrawRemoval(store: ReleaseStore, { prefix, tag }: PendingRemoval): Promise<void> {
  // A withdrawn marker that another gc left behind is removed too.
  const isOurs = tag === '' || (await store.compareAndSwap(getMarkerKey(prefix), createMarker('withdrawn'), tag));
  if (isOurs) await store.remove(getMarkerKey(prefix));
}

/**
 * Removes a release, `release.json` first: a gc that is killed leaves files without `release.json`, which is not a release.
 *
 * @returns False, and removes nothing, when another process has withdrawn the removal.
 */
export async function finishRemoval(
  store: ReleaseStore,
  { prefix, tag, isDecided }: PendingRemoval,
  files: readonly string[],
): Promise<boolean> {
  if (!isDecided && !(tag && (await store.compareAndSwap(getMarkerKey(prefix), createMarker('decided'), tag))))
    return false;
  await store.remove(prefix + releaseFile);
  await Promise.all(files.map((file) => store.remove(file)));
  await store.remove(getMarkerKey(prefix));
  return true;
}

/** @throws When gc is about to remove the release. */
export async function assertNotBeingRemoved(store: ReleaseStore, id: ReleaseId): Promise<void> {
  if (!(await store.get(getMarkerKey(getReleasePrefix(id))))) return;
  throw new ConflictError(
    `${id.app}@${id.version} is being removed by gc: wait for it, or run gc again if it was interrupted, then try once more.`,
  );
}

/** @throws When the release is not in the store, or gc is about to remove it. */
export async function assertReleaseAvailable(store: ReleaseStore, id: ReleaseId): Promise<void> {
  // In this order: gc removes `release.json` before it removes the marker.
  await assertNotBeingRemoved(store, id);
  if (await store.get(getReleasePrefix(id) + releaseFile)) return;
  throw new ConflictError(
    `${id.app}@${id.version} (${id.digest}) is no longer in the release store: publish it again first.`,
  );
}
