import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ReleaseId } from '../release/release';
import type { ReleaseStore } from '../store/release-store';

const Id = Type.Object({ app: Type.String(), version: Type.String(), digest: Type.String() });

/** `env/<env>/sets/<seq>-<sha>.json`: one composition, never changed. */
export const CompositionSet = Type.Object({
  schema: Type.Literal(1),
  env: Type.String(),
  seq: Type.Integer({ minimum: 1 }),
  shell: Id,
  remotes: Type.Array(Id),
});
export type CompositionSet = Static<typeof CompositionSet>;

/** `env/<env>/HEAD.json`: which composition is live. The only object that changes. */
export const Head = Type.Object({ schema: Type.Literal(1), seq: Type.Integer({ minimum: 1 }), set: Type.String() });
export type Head = Static<typeof Head>;

const headKey = (env: string) => `env/${env}/HEAD.json`;
const encode = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** What is live in an environment, with the tag that a swap needs; null when nothing was ever promoted. */
export async function readHead(store: ReleaseStore, env: string): Promise<{ head: Head; tag: string } | null> {
  const stored = await store.get(headKey(env));
  if (!stored) return null;
  const head = decode(stored.bytes);
  if (!Value.Check(Head, head)) throw new Error(`${headKey(env)} is malformed`);
  return { head, tag: stored.tag };
}

export async function readSet(store: ReleaseStore, key: string): Promise<CompositionSet> {
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  const set = decode(stored.bytes);
  if (!Value.Check(CompositionSet, set)) throw new Error(`${key} is malformed`);
  return set;
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
    [...(current ? [current.shell, ...current.remotes] : []), ...promoted].map((id) => [id.app, id]),
  );
  const shell = apps.get('shell');
  if (!shell) throw new Error(`${env} has no shell yet: promote shell first, or together with its remotes`);
  apps.delete('shell');
  const remotes = [...apps.values()].sort((one, other) => one.app.localeCompare(other.app));
  return { schema: 1, env, seq: (current?.seq ?? 0) + 1, shell, remotes };
}

const isSame = (one: CompositionSet, other: CompositionSet) =>
  JSON.stringify([one.shell, one.remotes]) === JSON.stringify([other.shell, other.remotes]);
