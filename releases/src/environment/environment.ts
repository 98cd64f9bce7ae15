import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { ReleaseId } from '../release/release';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

const Id = v.object({ app: v.string(), version: v.string(), digest: v.string() });
const Sequence = v.pipe(v.number(), v.integer(), v.minValue(1));

/** `env/<env>/sets/<seq>-<sha>.json`: one composition, never changed. */
export const CompositionSet = v.object({
  schema: v.literal(1),
  env: v.string(),
  seq: Sequence,
  shell: Id,
  remotes: v.array(Id),
});
export type CompositionSet = v.InferOutput<typeof CompositionSet>;

/** `env/<env>/HEAD.json`: which composition is live. The only object that changes. */
export const Head = v.object({ schema: v.literal(1), seq: Sequence, set: v.string() });
export type Head = v.InferOutput<typeof Head>;

const headKey = (env: string) => `env/${env}/HEAD.json`;
const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** What is live in an environment, with the tag that a swap needs; null when nothing was ever promoted. */
export async function readHead(store: ReleaseStore, env: string): Promise<{ head: Head; tag: string } | null> {
  const stored = await store.get(headKey(env));
  if (!stored) return null;
  return { head: parseJson(Head, stored.bytes, headKey(env)), tag: stored.tag };
}

export async function readSet(store: ReleaseStore, key: string): Promise<CompositionSet> {
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  return parseJson(CompositionSet, stored.bytes, key);
}

/**
 * Makes releases live: replaces those apps in the live composition and keeps the others. When another promotion came
 * first, this one is put on top of it and tried again, so that no update is lost.
 *
 * @returns The composition that is live now; the one that was, when nothing changed.
 */
export async function promote(store: ReleaseStore, env: string, promoted: ReleaseId[]): Promise<CompositionSet> {
  for (;;) {
    const live = await readHead(store, env);
    const current = live ? await readSet(store, live.head.set) : null;
    const set = compose(env, current, promoted);
    if (current && isSame(current, set)) return current;
    const bytes = encode(set);
    const sha = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    const key = `env/${env}/sets/${String(set.seq).padStart(6, '0')}-${sha}.json`;
    await store.putIfAbsent(key, bytes);
    const head: Head = { schema: 1, seq: set.seq, set: key };
    if (await store.compareAndSwap(headKey(env), encode(head), live?.tag ?? null)) return set;
  }
}

function compose(env: string, current: CompositionSet | null, promoted: ReleaseId[]): CompositionSet {
  const apps = new Map(
    [...(current ? [current.shell, ...current.remotes] : []), ...promoted].map(({ app, version, digest }) => [
      app,
      { app, version, digest },
    ]),
  );
  const shell = apps.get('shell');
  if (!shell) throw new Error(`${env} has no shell yet: promote shell first, or together with its remotes`);
  apps.delete('shell');
  const remotes = [...apps.values()].sort((one, other) => one.app.localeCompare(other.app));
  return { schema: 1, env, seq: (current?.seq ?? 0) + 1, shell, remotes };
}

const isSame = (one: CompositionSet, other: CompositionSet) =>
  JSON.stringify([one.shell, one.remotes]) === JSON.stringify([other.shell, other.remotes]);
