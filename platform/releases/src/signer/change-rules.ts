import { isDeepStrictEqual } from 'node:util';
import { assertNotLocked } from '../actions/assert-changeable';
import { listCanaryApps } from '../canaries/canary';
import type { Apps } from '../canaries/compose-canaries';
import { getReleases } from '../state/composition';
import { assertGatesPassed } from './gate-rules';
import type { PlannedChange } from './plan-change';
import { type PlannedCanary, SignerRefusedError } from './signer';

/** @throws When a change breaks a rule. The message names the rule. */
export function assertAllowed(change: PlannedChange): void {
  assertLiveKept(change);
  assertCanariesKept(change);
  assertNothingLocked(change);
  assertGatesPassed(change);
}

/** Only these actions change the live composition. A completion makes the canary's composition live. */
function assertLiveKept({ request, state, live, isLiveChanged }: PlannedChange): void {
  const { action } = request;
  const canary = state?.head.canaries.find(({ id }) => id === request.canary)?.composition;
  const isPossible =
    action === 'promote' ||
    action === 'rollback' ||
    (action === 'complete' && isDeepStrictEqual(live.composition, canary));
  if (!isLiveChanged || isPossible) return;
  throw new SignerRefusedError(`The action ${action} cannot make this composition live.`);
}

/**
 * A running canary keeps its settings. The action `canary` starts one and `rollout` raises the share of one. The log names
 * each canary that ends.
 */
function assertCanariesKept(change: PlannedChange): void {
  const { request, state, canaries } = change;
  const { action } = request;
  for (const { apps: _, composition: __, ...canary } of canaries) {
    if (isDeepStrictEqual(canary, expectCanary(canary, change))) continue;
    throw new SignerRefusedError(`The action ${action} cannot start or change the canary of ${formatApps(canary)}.`);
  }
  const isEnding = action === 'halt' || action === 'complete';
  for (const canary of state?.head.canaries ?? []) {
    const isNamed = (isEnding && canary.id === request.canary) || request.halted.some(({ id }) => id === canary.id);
    if (isNamed || canaries.some(({ id }) => id === canary.id)) continue;
    throw new SignerRefusedError(`The change ends the canary of ${formatApps(canary)}, and the log would not say so.`);
  }
}

/** Returns what a canary of the next HEAD must be. Undefined: the action cannot start it. */
function expectCanary(canary: PlannedCanary, { request, state, seq }: PlannedChange): PlannedCanary | undefined {
  const { action } = request;
  const isSubject = canary.id === request.canary;
  const step = { share: canary.share, change: seq };
  const old = state?.head.canaries.find(({ id }) => id === canary.id);
  if (!old) return action === 'canary' && isSubject ? { ...canary, steps: [step] } : undefined;
  const { composition: _, ...kept } = old;
  const isRaised = action === 'rollout' && isSubject && canary.share > old.share;
  return isRaised ? { ...kept, share: canary.share, steps: [...old.steps, step] } : kept;
}

const formatApps = (canary: PlannedCanary): string => listCanaryApps(canary).join(' and ');

/** @throws When an app that changes for visitors is locked, or the environment is. The end of a canary is no such change. */
function assertNothingLocked({ request, state, live, canaries, subject }: PlannedChange): void {
  const isStep = subject && canaries.some(({ id }) => id === subject.id);
  const apps = [
    ...(state ? listChangedApps(state.live, live.apps) : []),
    ...(isStep || (subject && request.action === 'complete') ? listCanaryApps(subject) : []),
  ];
  if (apps.length > 0) assertNotLocked(state, apps);
}

/** Lists apps with another release, or with another hash of the same release. An older composition has no hashes. */
function listChangedApps(before: Apps, after: Apps): string[] {
  const old = new Map(getReleases(before).map((release) => [release.app, release]));
  const next = new Map(getReleases(after).map((release) => [release.app, release]));
  return [...new Set([...old.keys(), ...next.keys()])].filter((app) => {
    const [was, is] = [old.get(app), next.get(app)];
    if (!was || !is || was.version !== is.version || was.digest !== is.digest) return true;
    return was.sha256 !== undefined && was.sha256 !== is.sha256;
  });
}
