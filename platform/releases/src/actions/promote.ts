import { randomUUID } from 'node:crypto';
import { type CheckComposition, createControlCandidate, runGates } from '../gates/run-gates';
import type { ReleaseId } from '../release/release';
import type { Finding } from '../state/audit-log';
import { type CanaryChanges, formatCanary, formatCanaryApps, listCanaryApps, type Stage } from '../state/canary';
import { assertAudienceNotEmpty, assertSameAudience, type CanaryAudience } from '../state/canary-audience';
import { maxCanaries } from '../state/canary-limits';
import { assertShareFree } from '../state/canary-shares';
import { compose, pinReleases, toCanaryChanges } from '../state/compose';
import { type Apps, isSameComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { assertChangeable } from '../state/live-state';
import { ConflictError } from '../store/errors';
import { markForced, rebuildCanaries } from './rebuild-canaries';
import { type HeadChange, updateHead } from './update-head';

export interface PromoteOptions {
  check: CheckComposition;
  /** Starts a canary: percentage of the visitors, 0 to 100. Absent: all visitors get the composition at once. */
  canaryShare?: number;
  /** Visitors who get the canary whatever the share: staff, visitors from regions, and customers of groups. A share of 0 needs one of them. */
  canaryAllowlist?: Omit<CanaryAudience, 'share'>;
  /** Shares to which the monitor raises the canary, lowest first. */
  stages?: readonly Stage[];
  /** Person who hears when the canary ends. Default: the author, who in a change with approvals is followed by other names. */
  owner?: string;
  /** Makes the composition live in spite of findings. The audit log records them. */
  isForced?: boolean;
  removed?: readonly string[];
}

/**
 * Makes releases live. They replace the releases of their apps in the live composition. When another promotion came first,
 * this one is composed with its result, checked again and tried again.
 *
 * A promotion to every visitor never depends on a canary: the running canaries are rebuilt on the new live composition. Those
 * that change a promoted app, or do not pass the gates, end with the same change.
 *
 * @returns The live state afterwards. Unchanged when the composition consists of these releases already.
 * @throws When an app is locked, a canary changes the app of a new canary, too many canaries are running, they hold the share, or
 *   the arguments contradict each other or the live composition.
 */
export function promote(
  environment: Environment,
  promoted: readonly ReleaseId[],
  author: Author,
  options: PromoteOptions,
): Promise<LiveState> {
  const { check: gates, canaryShare, canaryAllowlist = {}, stages = [], isForced = false, removed = [] } = options;
  const { owner = author.by } = options;
  return updateHead(environment, author, gates, async (state, check) => {
    const apps = [...promoted.map(({ app }) => app), ...removed];
    const overridden = await assertChangeable(environment, state, apps, isForced);
    // Checked first: the gates take seconds.
    const audience = canaryShare === undefined ? null : { share: canaryShare, ...canaryAllowlist };
    if (audience) assertAudienceNotEmpty(audience);
    const { name: env, store } = environment;
    const composed = compose(env, state?.live ?? null, promoted, removed);
    const next = await pinReleases(store, composed);
    if (state && isSameComposition(state.live, next)) return null;
    const same = state?.canaries.find(({ composition }) => isSameComposition(composition, next));
    if (same) {
      assertSameAudience(same, audience);
      return null;
    }
    if (audience) {
      if (!state) {
        throw new ConflictError('A canary needs a live composition to compare with: promote without a canary first.');
      }
      return startCanary({ state, next, audience, stages, owner, check, isForced, overridden });
    }
    const findings = [...overridden, ...(await runGates(check, [{ next, state }], isForced))];
    const change = { action: 'promote' as const, live: next, isForced, findings };
    if (!state) return change;
    const cause = `was promoted to every visitor by ${author.by}`;
    const changedApps = listCanaryApps(toCanaryChanges(state.live, next));
    return { ...change, ...(await rebuildCanaries({ state, base: next, changedApps, cause, check })) };
  });
}

interface StartOptions {
  state: LiveState;
  next: Apps;
  audience: CanaryAudience;
  stages: readonly Stage[];
  owner: string;
  check: CheckComposition;
  isForced: boolean;
  /** The freeze that the start overrides. */
  overridden: readonly Finding[];
}

/** @throws {GatesFailedError} When the canary does not pass the gates. */
async function startCanary(options: StartOptions): Promise<HeadChange> {
  const { state, next, audience, stages, owner, check, isForced, overridden } = options;
  const { head, live } = state;
  const changes = toCanaryChanges(live, next);
  assertNoOtherCanary(state, changes);
  assertShareFree(head.env, audience.share, head.canaries);
  const candidates = [{ next, state }, createControlCandidate(state)];
  const findings = [...overridden, ...(await runGates(check, candidates, isForced))];
  const canary = {
    ...{ ...changes, ...audience, id: randomUUID(), owner },
    ...(stages.length > 0 ? { plan: { stages: [...stages], since: new Date().toISOString() } } : {}),
  };
  const canaries = [...head.canaries, markForced(canary, findings)];
  return { action: 'canary', canary, canaries, isForced, findings };
}

/** @throws When a running canary changes one of the apps, or when too many canaries are running. */
function assertNoOtherCanary({ canaries, head }: LiveState, changes: CanaryChanges): void {
  const apps = listCanaryApps(changes);
  for (const running of canaries) {
    const app = listCanaryApps(running).find((name) => apps.includes(name));
    if (!app) continue;
    throw new ConflictError(
      `${app} is part of ${formatCanary(running)} already, and an app is in one canary at a time: complete or halt that canary, or ask ${running.owner} to do so, then start ${formatCanaryApps(changes)}.`,
    );
  }
  if (canaries.length < maxCanaries) return;
  throw new ConflictError(
    `${maxCanaries} canaries are running in ${head.env}, which is the limit: ${canaries.map(formatCanary).join('; ')}. Complete or halt one of them first.`,
  );
}
