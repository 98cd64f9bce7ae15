import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { isSameRelease, releasePrefix } from '../release/release';
import { type SigningKey, seal, type TrustedKeys, unseal } from '../signing/signed-document';
import { DamagedDocument } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A release as a composition names it. */
export const PinnedRelease = v.object({
  app: v.string(),
  version: v.string(),
  digest: v.string(),
  /** SHA-256 its `release.json` must have, in hex: the signed composition vouches for it, and it for every file. */
  sha256: v.exactOptional(Sha256),
});
export type PinnedRelease = v.InferOutput<typeof PinnedRelease>;

/** `env/<env>/sets/<seq>-<sha>.json`: one composition, never changed. */
export const CompositionSet = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** The change of the environment that first brought it: two compositions of one environment differ in it. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  shell: PinnedRelease,
  remotes: v.array(PinnedRelease),
});
export type CompositionSet = v.InferOutput<typeof CompositionSet>;

/** Names an immutable document, and the hash its bytes must have. */
export const DocumentRef = v.object({ key: v.string(), sha256: Sha256 });
export type DocumentRef = v.InferOutput<typeof DocumentRef>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Reads an immutable document and checks that it is the one meant. @throws {DamagedDocument}, or what the store throws. */
export async function readReferenced(store: ReleaseStore, { key, sha256: expected }: DocumentRef): Promise<Uint8Array> {
  const stored = await store.get(key);
  if (!stored) throw new DamagedDocument(`${key} is missing from the release store`);
  if (sha256(stored.bytes) !== expected) throw new DamagedDocument(`${key} has other bytes than its reference says`);
  return stored.bytes;
}

export async function readSet(store: ReleaseStore, ref: DocumentRef, trusted: TrustedKeys): Promise<CompositionSet> {
  return unseal('composition', CompositionSet, await readReferenced(store, ref), ref.key, trusted);
}

/** Writes a composition; the same one again is the same object. */
export async function writeSet(store: ReleaseStore, set: CompositionSet, key: SigningKey): Promise<DocumentRef> {
  const bytes = seal('composition', set, key);
  const hash = sha256(bytes);
  const name = `env/${set.env}/sets/${String(set.seq).padStart(6, '0')}-${hash.slice(0, 12)}.json`;
  await store.putIfAbsent(name, bytes);
  return { key: name, sha256: hash };
}

/** Every app of a composition, shell first. */
export const appsOf = ({ shell, remotes }: Pick<CompositionSet, 'shell' | 'remotes'>): PinnedRelease[] => [
  shell,
  ...remotes,
];

/**
 * The composition that comes of putting releases in place of those that are there.
 *
 * @param current What is live; null in a new environment.
 * @throws A sentence when the result would have no shell, or what is asked for contradicts itself or what is live.
 */
export function compose(
  env: string,
  current: CompositionSet | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[] = [],
): Pick<CompositionSet, 'shell' | 'remotes'> {
  refuseContradictions(env, current, promoted, removed);
  const apps = new Map(
    [...(current ? appsOf(current) : []), ...promoted].map(({ app, version, digest, sha256 }) => [
      app,
      { app, version, digest, ...(sha256 ? { sha256 } : {}) },
    ]),
  );
  for (const app of removed) apps.delete(app);
  const shell = apps.get('shell');
  if (!shell) throw new Error(`${env} has no shell yet: promote shell first, or together with its remotes`);
  apps.delete('shell');
  return { shell, remotes: [...apps.values()].sort((one, other) => one.app.localeCompare(other.app)) };
}

function refuseContradictions(
  env: string,
  current: CompositionSet | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[],
): void {
  for (const one of promoted) {
    const other = promoted.find(({ app }) => app === one.app);
    if (other && !isSameRelease(one, other)) {
      throw new Error(`${one.app} is named twice, as ${other.version} and as ${one.version}: name one version of it.`);
    }
  }
  for (const app of removed) {
    if (app === 'shell')
      throw new Error('The shell cannot be removed, since every page needs it: promote another one.');
    if (promoted.some((one) => one.app === app)) {
      throw new Error(`${app} is to go live and to be removed: name it for one of the two.`);
    }
    if (current?.remotes.some((one) => one.app === app)) continue;
    const known = current?.remotes.map((one) => one.app).join(', ');
    throw new Error(`${app} is not live in ${env}, so it cannot be removed: ${known || 'no remote'} is live there.`);
  }
}

/** Whether two compositions are made of the same releases. */
export const isSameComposition = (
  one: Pick<CompositionSet, 'shell' | 'remotes'>,
  other: Pick<CompositionSet, 'shell' | 'remotes'>,
) => isDeepStrictEqual(appsOf(one).map(releasePrefix), appsOf(other).map(releasePrefix));
