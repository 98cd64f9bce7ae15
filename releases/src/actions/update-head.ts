import { type AuditLogEntry, type Finding, listAuditLog, writeAuditLogEntry } from '../history/audit-log';
import { assertReleaseAvailable } from '../release/removal-marker';
import { signDocument } from '../signing/signed-document';
import { type PinnedComposition, writeComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState } from '../state/environment';
import { type Canary, getHeadKey, type Head } from '../state/head';
import { getSigningKey, readCompositions, readLiveState } from '../state/live-state';
import type { DocumentRef } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';

/** The change an action decides on, seen from the state it found. */
export interface HeadChange {
  action: AuditLogEntry['action'];
  /** A new composition, or a reference to a known one. */
  live: Pick<PinnedComposition, 'shell' | 'remotes'> | DocumentRef;
  canary:
    | (Omit<Canary, 'composition'> & { composition: Pick<PinnedComposition, 'shell' | 'remotes'> | DocumentRef })
    | null;
  locks: Head['locks'];
  /** What it goes live against: whatever is found refuses a change that is not forced. */
  findings?: Finding[];
}

/** A second change was made on top of a first one: an environment that has one was not new, and must not begin anew. */
async function assertHeadNotLost({ store, name }: Environment): Promise<void> {
  const last = Math.max(0, ...(await listAuditLog(store, name)).map(({ seq }) => seq));
  if (last < 2) return;
  throw new Error(`HEAD of ${name} is missing, though its log goes up to change ${last}: run "repair" first.`);
}

/**
 * Changes HEAD: the one way anything becomes live, taken back, shared out or locked. When another change came first the
 * action decides anew on what is live then, so that no update is lost. A process killed on the way leaves documents that
 * nobody names; HEAD is the old one or the new one.
 *
 * @param decide Called with the state found; null means that nothing has to change.
 * @returns What is live afterwards.
 */
export async function updateHead(
  environment: Environment,
  author: Author,
  decide: (state: LiveState | null) => Promise<HeadChange | null>,
): Promise<LiveState> {
  const { store, name } = environment;
  const signingKey = getSigningKey(environment);
  for (;;) {
    const state = await readLiveState(environment);
    if (!state) await assertHeadNotLost(environment);
    const change = await decide(state);
    if (!change) {
      if (!state) throw new Error(`${name} has nothing live yet: promote shell first, or together with its remotes`);
      return state;
    }
    const seq = (state?.head.seq ?? 0) + 1;
    const keep = async (set: HeadChange['live']): Promise<DocumentRef> =>
      'key' in set ? set : writeComposition(store, { schema: 1, env: name, seq, ...set }, signingKey);
    const live = await keep(change.live);
    const canary = change.canary && { ...change.canary, composition: await keep(change.canary.composition) };
    const { findings = [] } = change;
    const entry: AuditLogEntry = {
      schema: 1,
      env: name,
      seq,
      at: new Date().toISOString(),
      ...author,
      action: change.action,
      isForced: findings.length > 0,
      findings,
      live,
      canary: canary && omitSalt(canary),
      previous: state?.head.log ?? null,
    };
    const log = await writeAuditLogEntry(store, entry, signingKey);
    const head: Head = { schema: 1, env: name, seq, live, canary, locks: change.locks, log };
    const next = await readCompositions(environment, head, state);
    await assertReleasesAvailable(store, state, next);
    if (await store.compareAndSwap(getHeadKey(name), signDocument('head', head, signingKey), state?.tag ?? null)) {
      // It is live: a store that cannot be read just now makes no failure of that, or it would be done a second time.
      const after = await readLiveState(environment).catch(() => next);
      if (after && after.head.seq >= seq) return after;
      throw new Error(`${getHeadKey(name)} does not hold what was just written: the release store loses writes`);
    }
  }
}

/**
 * Looks, after the log entry told gc what is to be live, whether every release that was not live before is there to stay.
 * Those that are live gc never removes, and what became of them must not hold back whoever replaces them.
 */
async function assertReleasesAvailable(store: ReleaseStore, state: LiveState | null, next: LiveState): Promise<void> {
  const named = [next.live, ...(next.canary ? [next.canary] : [])];
  const added = named
    .filter((set) => set !== state?.live && set !== state?.canary)
    .flatMap((set) => compareCompositions(state?.live ?? null, set).flatMap(({ after }) => after ?? []));
  await Promise.all(added.map((id) => assertReleaseAvailable(store, id)));
}

/** The salt stays out of the log: it would tell everybody's bucket for good. */
function omitSalt({ salt: _, ...canary }: Canary): AuditLogEntry['canary'] {
  return canary;
}
