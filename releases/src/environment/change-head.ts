import { requireKept } from '../release/removal';
import { type SigningKey, seal, type TrustedKeys } from '../signing/signed-document';
import type { ReleaseStore } from '../store/release-store';
import { compareCompositions } from './composition-difference';
import { type CompositionSet, type DocumentRef, readSet, writeSet } from './composition-set';
import { type Canary, type Head, headKey, readHead } from './head';
import { type Finding, type LogEntry, listLog, writeLogEntry } from './log';

/** An environment of a release store, and the keys to read and change it. */
export interface Environment {
  store: ReleaseStore;
  name: string;
  trusted: TrustedKeys;
  /** Needed to change it; a gateway has none. */
  signingKey?: SigningKey;
  /** Refuses, with a sentence, what whoever acts may not do; left out, everything is allowed. @see releases/src/policy */
  permit?: (asked: AskedChange) => void;
}

/** What somebody wants to do to apps of an environment; `*` stands for the environment as a whole. */
export interface AskedChange {
  action: 'promote' | 'rollback' | 'lock' | 'force';
  apps: readonly string[];
  /** What is live while they ask. */
  state: LiveState | null;
}

/** Who changes something, and why; it goes into the log. */
export interface Author {
  by: string;
  reason: string;
}

/** What is live, read whole. */
export interface LiveState {
  head: Head;
  live: CompositionSet;
  canary: CompositionSet | null;
}

/** The change an action decides on, seen from the state it found. */
export interface HeadChange {
  action: LogEntry['action'];
  /** A new composition, or a reference to a known one. */
  live: Pick<CompositionSet, 'shell' | 'remotes'> | DocumentRef;
  canary: (Omit<Canary, 'set'> & { set: Pick<CompositionSet, 'shell' | 'remotes'> | DocumentRef }) | null;
  locks: Head['locks'];
  /** What it goes live against: whatever is found refuses a change that is not forced. */
  findings?: Finding[];
}

/** Reads what is live; null when nothing was ever promoted. */
export async function readState(environment: Environment): Promise<(LiveState & { tag: string }) | null> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  return found && { ...(await readNamed(environment, found.head)), tag: found.tag };
}

/** Reads the compositions of a HEAD, as far as they are not `known` from the one before. */
async function readNamed({ store, trusted }: Environment, head: Head, known?: LiveState | null): Promise<LiveState> {
  const read = async (ref: DocumentRef): Promise<CompositionSet> => {
    if (known && ref.key === known.head.live.key) return known.live;
    if (known?.canary && ref.key === known.head.canary?.set.key) return known.canary;
    return readSet(store, ref, trusted);
  };
  const [live, canary] = await Promise.all([read(head.live), head.canary ? read(head.canary.set) : null]);
  return { head, live, canary };
}

/** A second change was made on top of a first one: an environment that has one was not new, and must not begin anew. */
async function refuseLostHead({ store, name }: Environment): Promise<void> {
  const last = Math.max(0, ...(await listLog(store, name)).map(({ seq }) => seq));
  if (last < 2) return;
  throw new Error(`HEAD of ${name} is missing, though its log goes up to change ${last}: run "repair" first.`);
}

/** @throws A sentence when there is no key to change an environment with, or one that nobody trusts. */
export function requireSigningKey({ name, signingKey, trusted }: Environment): SigningKey {
  if (!signingKey) throw new Error(`${name} cannot be changed from here: there is no signing key`);
  if (trusted.has(signingKey.id)) return signingKey;
  throw new Error(`${name} cannot be changed with the key ${signingKey.id}: no gateway would trust what it signs`);
}

/**
 * Changes HEAD: the one way anything becomes live, taken back, shared out or locked. When another change came first the
 * action decides anew on what is live then, so that no update is lost. A process killed on the way leaves documents that
 * nobody names; HEAD is the old one or the new one.
 *
 * @param decide Called with the state found; null means that nothing has to change.
 * @returns What is live afterwards.
 */
export async function changeHead(
  environment: Environment,
  author: Author,
  decide: (state: LiveState | null) => Promise<HeadChange | null>,
): Promise<LiveState> {
  const { store, name } = environment;
  const signingKey = requireSigningKey(environment);
  for (;;) {
    const state = await readState(environment);
    if (!state) await refuseLostHead(environment);
    const change = await decide(state);
    if (!change) {
      if (!state) throw new Error(`${name} has nothing live yet: promote shell first, or together with its remotes`);
      return state;
    }
    const seq = (state?.head.seq ?? 0) + 1;
    const keep = async (set: HeadChange['live']): Promise<DocumentRef> =>
      'key' in set ? set : writeSet(store, { schema: 1, env: name, seq, ...set }, signingKey);
    const live = await keep(change.live);
    const canary = change.canary && { ...change.canary, set: await keep(change.canary.set) };
    const { findings = [] } = change;
    const entry: LogEntry = {
      schema: 1,
      env: name,
      seq,
      at: new Date().toISOString(),
      ...author,
      action: change.action,
      isForced: findings.length > 0,
      findings,
      live,
      canary: canary && withoutSalt(canary),
      previous: state?.head.log ?? null,
    };
    const log = await writeLogEntry(store, entry, signingKey);
    const head: Head = { schema: 1, env: name, seq, live, canary, locks: change.locks, log };
    const next = await readNamed(environment, head, state);
    await requireReleases(store, state, next);
    if (await store.compareAndSwap(headKey(name), seal('head', head, signingKey), state?.tag ?? null)) {
      // It is live: a store that cannot be read just now makes no failure of that, or it would be done a second time.
      const after = await readState(environment).catch(() => next);
      if (after && after.head.seq >= seq) return after;
      throw new Error(`${headKey(name)} does not hold what was just written: the release store loses writes`);
    }
  }
}

/**
 * Looks, after the log entry told gc what is to be live, whether every release that was not live before is there to stay.
 * Those that are live gc never removes, and what became of them must not hold back whoever replaces them.
 */
async function requireReleases(store: ReleaseStore, state: LiveState | null, next: LiveState): Promise<void> {
  const named = [next.live, ...(next.canary ? [next.canary] : [])];
  const added = named
    .filter((set) => set !== state?.live && set !== state?.canary)
    .flatMap((set) => compareCompositions(state?.live ?? null, set).flatMap(({ after }) => after ?? []));
  await Promise.all(added.map((id) => requireKept(store, id)));
}

/** The salt stays out of the log: it would tell everybody's bucket for good. */
function withoutSalt({ salt: _, ...canary }: Canary): LogEntry['canary'] {
  return canary;
}
