import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { getReleasePrefix, type ReleaseId, releaseFile } from './release';

/*
 * `removing/<app>/<version>-<digest>` stands beside a release that gc is about to take out. Gc writes it, looks once more at
 * what is used, and only then decides; whoever makes a release live writes down what is to be live, and then looks for it.
 * So at least one of the two sees the other. It is `considered` until that second look, and goes when the last file is gone.
 */
const folder = 'removing/';
const Removal = v.object({
  state: v.picklist(['considered', 'decided', 'withdrawn']),
  /** Makes each removal another object, so that nobody decides on one that was withdrawn and begun again. */
  id: v.string(),
});

const getMarkerKey = (prefix: string) => prefix.replace(/^r\//, folder).replace(/\/$/, '');
const createMarker = (state: v.InferOutput<typeof Removal>['state']) =>
  Buffer.from(JSON.stringify({ state, id: randomUUID() }));

/** Prefixes of the releases whose removal was begun, also by a gc that was killed. */
export const listRemovals = async (store: ReleaseStore): Promise<string[]> =>
  (await store.list(folder)).map((key) => `r/${key.slice(folder.length)}/`);

/** A removal that was begun. */
export interface PendingRemoval {
  prefix: string;
  /** Names this very removal. */
  tag: string;
  /** Somebody decided on it already: files may be gone. */
  isDecided: boolean;
}

/** Begins to remove a release, or joins whoever began it. Nobody makes it live from now on. */
export async function beginRemoval(store: ReleaseStore, prefix: string): Promise<PendingRemoval> {
  await store.putIfAbsent(getMarkerKey(prefix), createMarker('considered'));
  const stored = await store.get(getMarkerKey(prefix));
  const state = stored && parseJson(Removal, stored.bytes, getMarkerKey(prefix)).state;
  // Another gc has just finished with it, or takes it back: then nothing is decided on here.
  if (!stored || state === 'withdrawn') return { prefix, tag: '', isDecided: false };
  return { prefix, tag: stored.tag, isDecided: state === 'decided' };
}

/** Lets a release stay after all, unless somebody has decided on its removal meanwhile. */
export async function withdrawRemoval(store: ReleaseStore, { prefix, tag }: PendingRemoval): Promise<void> {
  // What another gc left withdrawn goes too: it decides on nothing.
  const isOurs = tag === '' || (await store.compareAndSwap(getMarkerKey(prefix), createMarker('withdrawn'), tag));
  if (isOurs) await store.remove(getMarkerKey(prefix));
}

/**
 * Takes a release out: its mark first, so that a run that is killed leaves files without a mark and no half release.
 *
 * @param files Keys of its files.
 * @returns False when somebody withdrew the removal: nothing is gone then.
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

/** @throws A sentence when gc is about to remove the release. */
export async function assertNotBeingRemoved(store: ReleaseStore, id: ReleaseId): Promise<void> {
  if (!(await store.get(getMarkerKey(getReleasePrefix(id))))) return;
  throw new Error(
    `${id.app}@${id.version} is being removed by gc: wait for it, or run gc again if it was interrupted, then try once more.`,
  );
}

/** @throws A sentence when a release is not in the store, or about to be removed from it. */
export async function assertReleaseAvailable(store: ReleaseStore, id: ReleaseId): Promise<void> {
  // In this order: gc removes the mark before it forgets that it is removing the release.
  await assertNotBeingRemoved(store, id);
  if (await store.get(getReleasePrefix(id) + releaseFile)) return;
  throw new Error(`${id.app}@${id.version} (${id.digest}) is no longer in the release store: publish it again first.`);
}
