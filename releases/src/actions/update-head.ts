import type { PlannedCanaries } from '../canaries/admit-canary';
import { type Canary, type CanaryChanges, listCanaryApps, toCanaryName } from '../canaries/canary';
import type { Apps } from '../canaries/compose-canaries';
import {
  type AuditLogEntry,
  type Finding,
  type HaltedCanary,
  isBlocking,
  listAuditLog,
  writeAuditLogEntry,
} from '../history/audit-log';
import { getReleasePrefix } from '../release/release';
import { assertReleaseAvailable } from '../release/removal-marker';
import { signDocument } from '../signing/signed-document';
import { getCompositionSeq, getReleases, writeComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { getHeadKey, type Head } from '../state/head';
import { getSigningKey, readCompositions, readLiveState } from '../state/live-state';
import type { DocumentRef } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';

/** A change of HEAD that an action decides on. */
export interface HeadChange {
  action: AuditLogEntry['action'];
  /** A new composition, or a reference to an existing one. */
  live: Apps | DocumentRef;
  /** The running canaries and their pairs. */
  canaries: PlannedCanaries;
  /** The canary that the action starts, changes or ends. */
  canary?: CanaryChanges & { id: string; owner: string };
  /** Canaries of other apps that end with the change. */
  halted?: HaltedCanary[];
  locks: Head['locks'];
  /** Findings of a forced change, and warnings. A change that is not forced has warnings only: its gates throw. */
  findings?: Finding[];
}

/**
 * Checks that an environment without HEAD is new. A log with two changes proves that HEAD existed and was lost. A new HEAD
 * would start again at change 1, which gateways reject.
 */
async function assertHeadNotLost({ store, name }: Environment): Promise<void> {
  const last = Math.max(0, ...(await listAuditLog(store, name)).map(({ seq }) => seq));
  if (last < 2) return;
  throw new Error(
    `HEAD of ${name} is missing, though its log goes up to change ${last}: run "npm run release -- recover-head" first.`,
  );
}

/**
 * Updates HEAD with compare-and-swap. Every promotion, canary step, rollback and lock goes through this function. When
 * another change came first, `decide` runs again with the new state, so no update is lost. A process that is killed leaves
 * documents without a reference to them; HEAD is the old one or the new one.
 *
 * @param decide  Called with the live state, null in a new environment. Returns null when nothing has to change.
 * @returns The live state afterwards.
 * @throws When the environment cannot be changed with this signing key, HEAD was lost, or a new release is not in the store.
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
    let written = 0;
    const write = (composition: HeadChange['live']): Promise<DocumentRef> | DocumentRef => {
      if ('key' in composition) return composition;
      const number = getCompositionSeq(seq, written++);
      return writeComposition(store, { schema: 1, env: name, seq: number, ...composition }, signingKey);
    };
    const writeAll = <Item extends { composition: HeadChange['live'] }>(items: readonly Item[]) =>
      Promise.all(items.map(async (item) => ({ ...item, composition: await write(item.composition) })));
    // The numbers of the compositions follow this sequence.
    const writing = [write(change.live), writeAll(change.canaries.canaries), writeAll(change.canaries.pairs)] as const;
    const [live, canaries, pairs] = await Promise.all(writing);
    const { findings = [], halted = [] } = change;
    const entry: AuditLogEntry = {
      schema: 2,
      env: name,
      seq,
      at: new Date().toISOString(),
      ...author,
      action: change.action,
      isForced: findings.some(isBlocking),
      findings,
      live,
      ...(change.canary ? { canary: toCanaryName(change.canary) } : {}),
      canaries: canaries.map(toLoggedCanary),
      pairs: pairs.map(({ composition }) => composition),
      halted,
      previous: state?.head.log ?? null,
    };
    const log = await writeAuditLogEntry(store, entry, signingKey);
    const head: Head = { schema: 2, env: name, seq, live, canaries, pairs, locks: change.locks, log };
    const next = await readCompositions(environment, head, state);
    await assertReleasesAvailable(store, state, next);
    if (await store.compareAndSwap(getHeadKey(name), signDocument('head', head, signingKey), state?.tag ?? null)) {
      // The change is live. An error of this read must not fail the action, or the caller would repeat it.
      const after = await readLiveState(environment).catch(() => next);
      if (after && after.head.seq >= seq) return after;
      throw new Error(`${getHeadKey(name)} does not hold what was just written: the release store loses writes`);
    }
  }
}

/**
 * Checks that gc does not remove a release that becomes live. The log entry is written before this check, and gc reads the
 * log after it has written its markers. Releases that are live already, or in a canary, are not checked: gc keeps them, and a
 * damaged one must not block the change that replaces it or the rollback of another app.
 */
async function assertReleasesAvailable(store: ReleaseStore, state: LiveState | null, next: LiveState): Promise<void> {
  const known = new Set((state ? listServedReleases(state) : []).map(getReleasePrefix));
  const added = listServedReleases(next).filter((release) => !known.has(getReleasePrefix(release)));
  await Promise.all(added.map((id) => assertReleaseAvailable(store, id)));
}

const listServedReleases = ({ live, canaries }: LiveState) =>
  [live, ...canaries.map(({ composition }) => composition)].flatMap(getReleases);

/** The log does not contain the salt and the steps, which tell who had the canary. */
function toLoggedCanary(canary: Canary): AuditLogEntry['canaries'][number] {
  const { id, owner, composition, share, staff, regions } = canary;
  return {
    ...{ id, owner, composition, share, apps: listCanaryApps(canary) },
    ...(staff ? { staff } : {}),
    ...(regions ? { regions } : {}),
  };
}
