import { isDeepStrictEqual } from 'node:util';
import { isRising } from '../change-model/stages';
import { type Finding, isBlocking } from '../state/audit-log';
import { advancePlan, listCanaryApps } from '../state/canary';
import { assertAudienceNotEmpty } from '../state/canary-audience';
import { maxCanaries } from '../state/canary-limits';
import { assertShareFree } from '../state/canary-shares';
import { type Apps, getReleases } from '../state/composition';
import { assertNotLocked } from '../state/live-state';
import {
  type GateName,
  type GateReport,
  gateNames,
  type PlannedCanary,
  quickGates,
  restoreGates,
  SignerRefusedError,
} from '../state/signer';
import type { PlannedChange } from './plan-change';

/** @throws When a change breaks a rule. The message names the rule. */
export function assertAllowed(change: PlannedChange): void {
  assertLiveKept(change);
  assertCanariesKept(change);
  assertCanaryValid(change);
  assertForceKept(change);
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
 * A running canary keeps its settings. The action `canary` starts one, `rollout` raises the share of one, and `pause` and
 * `resume` change whether its plan proceeds. The log names each canary that ends.
 */
function assertCanariesKept(change: PlannedChange): void {
  const { request, state, canaries } = change;
  const { action } = request;
  for (const { apps: _, composition: __, slots: ___, start: ____, ...canary } of canaries) {
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
function expectCanary(canary: PlannedCanary, { request, state }: PlannedChange): PlannedCanary | undefined {
  const { action, author, findings } = request;
  const isSubject = canary.id === request.canary;
  const forced = findings.some(isBlocking) ? { isForced: true as const } : {};
  const old = state?.head.canaries.find(({ id }) => id === canary.id);
  if (!old) {
    const { isForced: _, ...started } = canary;
    return action === 'canary' && isSubject ? { ...started, ...forced } : undefined;
  }
  const { composition: _, slots: __, start: ___, ...kept } = old;
  if (!isSubject) return kept;
  const { plan, ...fixed } = kept;
  const since = canary.plan?.since ?? '';
  if (action === 'rollout' && canary.share > old.share) {
    const next = advancePlan(plan, canary.share, since);
    return { ...fixed, ...forced, share: canary.share, ...(next ? { plan: next } : {}) };
  }
  if (action === 'pause' && plan) return { ...fixed, plan: { ...plan, paused: author } };
  if (action === 'resume' && plan) return { ...fixed, plan: { stages: plan.stages, since } };
  return kept;
}

/** Milliseconds that the gates may take after the time of a plan is set. */
const maxPlanAgeMs = 60 * 60_000;
/** Milliseconds that the clock of the caller may be fast. */
const maxSkewMs = 60_000;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks the canary that the action starts, and the time of a plan that it changes. */
function assertCanaryValid({ request, state, canaries }: PlannedChange): void {
  const canary = canaries.find(({ id }) => id === request.canary);
  if (!canary) return;
  const refuse = (problem: string): never => {
    throw new SignerRefusedError(`The canary of ${formatApps(canary)} cannot be signed: ${problem}.`);
  };
  const { plan, share } = canary;
  assertShareFree(request.env, share, canaries, canary.id);
  const old = state?.head.canaries.find(({ id }) => id === canary.id);
  if (plan && plan.since !== old?.plan?.since) {
    const age = Date.now() - Date.parse(plan.since);
    // A time that is no date is not a number, and fails too.
    if (!(age <= maxPlanAgeMs && age >= -maxSkewMs)) refuse(`its stages count from ${JSON.stringify(plan.since)}`);
  }
  if (old) return;
  if (!idPattern.test(canary.id)) refuse('its id is a UUID');
  if (canaries.length > maxCanaries) refuse(`${maxCanaries} canaries run side by side at most`);
  const others = canaries.filter((other) => other !== canary);
  const shared = others.flatMap(listCanaryApps).find((app) => listCanaryApps(canary).includes(app));
  if (shared !== undefined) refuse(`another canary changes ${shared}`);
  if (!isRising([share, ...(plan?.stages ?? []).map((stage) => stage.share)])) refuse('its stages do not rise');
  if (listCanaryApps(canary).length === 0) refuse('it changes no app');
  try {
    assertAudienceNotEmpty(canary);
  } catch {
    refuse('no visitor would get it');
  }
}

/** A step of a forced canary to more visitors is forced too. */
function assertForceKept({ request, state }: PlannedChange): void {
  const { action, canary, findings } = request;
  if (action !== 'rollout' && action !== 'complete') return;
  const forced = state?.head.canaries.find(({ id, isForced }) => id === canary && isForced);
  if (!forced || findings.some(isBlocking)) return;
  throw new SignerRefusedError(`The canary of ${formatApps(forced)} was forced, so each step to more visitors is.`);
}

const formatApps = (canary: PlannedCanary): string => listCanaryApps(canary).join(' and ');

/** @throws When an app that changes for visitors is locked, or the environment is. The end of a canary is no such change. */
function assertNothingLocked({ request: { action }, state, live, subject }: PlannedChange): void {
  const isStep = action === 'canary' || action === 'rollout' || action === 'complete';
  const apps = [
    ...(state ? listChangedApps(state.live, live.apps) : []),
    ...(subject && isStep ? listCanaryApps(subject) : []),
  ];
  if (apps.length > 0) assertNotLocked(state, apps);
}

/** Lists apps with another release, or with another hash of the same release. */
function listChangedApps(before: Apps, after: Apps): string[] {
  const old = new Map(getReleases(before).map((release) => [release.app, release]));
  const next = new Map(getReleases(after).map((release) => [release.app, release]));
  return [...new Set([...old.keys(), ...next.keys()])].filter((app) => !isDeepStrictEqual(old.get(app), next.get(app)));
}

interface Checked {
  apps: Apps;
  required: readonly GateName[];
  /** The action is about this composition: the log has its findings. */
  isMain: boolean;
}

/**
 * Checks that the gates have run on every composition that becomes new to visitors, and that findings are in the log of a
 * forced change.
 *
 * @throws {SignerRefusedError}
 */
export function assertGatesPassed(change: PlannedChange): void {
  const { isForced, author, findings } = change.request;
  if (findings.some(isBlocking) && !isForced) {
    throw new SignerRefusedError(`The gates have findings, and the change is not forced: ${findings[0]?.problem}.`);
  }
  if (findings.some(isBlocking) && !author.reason.trim()) {
    throw new SignerRefusedError('A change against the findings of the gates needs a reason.');
  }
  for (const checked of listChecked(change)) {
    const problems = change.request.report
      .filter(({ releases }) => isDeepStrictEqual(releases, getReleases(checked.apps)))
      .map((report) => findProblem(report, checked, change));
    const what = getReleases(checked.apps).map(({ app, version }) => `${app}@${version}`);
    const [problem = 'the report of the gates does not contain it'] = problems;
    if (!problems.includes(null)) {
      throw new SignerRefusedError(`The composition of ${what.join(', ')} cannot become live: ${problem}.`);
    }
  }
}

/** Lists the compositions that HEAD did not name, and the one that the action is about. */
function listChecked({ request, live, isLiveChanged, canaries }: PlannedChange): Checked[] {
  const { action, canary } = request;
  const isRollback = action === 'rollback';
  const isStep = action === 'canary' || action === 'rollout';
  // The key has signed what a rollback refers to: it passed the gates then.
  const isRestored = isRollback && 'key' in live.composition;
  const main: Checked = { apps: live.apps, required: isRestored ? restoreGates : gateNames, isMain: true };
  const checked = isLiveChanged ? [main] : [];
  for (const { id, apps, composition } of canaries) {
    const isMain = isStep && id === canary;
    // HEAD named it: it passed the gates when it was signed.
    if ('key' in composition && !isMain) continue;
    checked.push({ apps, required: isRollback ? quickGates : gateNames, isMain });
  }
  return checked;
}

/** Says why a report does not allow its composition. Null: it does. */
function findProblem(report: GateReport, { required, isMain }: Checked, change: PlannedChange): string | null {
  const { isForced, findings: logged, report: reports } = change.request;
  const isLogged = createFindingSearch(logged);
  // A canary does not end because of findings that the new live composition has too.
  const baseline = reports.filter(({ releases }) => isDeepStrictEqual(releases, getReleases(change.live.apps)));
  const isOfLive = createFindingSearch(baseline.flatMap(({ findings }) => findings));
  const isAccepted = (finding: Finding) => (isForced && isLogged(finding)) || (!isMain && isOfLive(finding));
  const blocking = report.findings.filter(isBlocking);
  const refused = blocking.find((finding) => !isAccepted(finding));
  if (refused) return `${refused.gate} has a finding that is not forced and logged: ${refused.problem}`;
  if (isMain && !report.findings.every(isLogged)) return 'the log would not contain every finding of the gates';
  const missing = required.filter((name) => !report.gates.includes(name));
  // The last gates do not run after a finding of the first.
  if (missing.length > 0 && blocking.length === 0) return `${missing.join(', ')} did not run`;
  return null;
}

/** Creates a function that tells whether a finding is one of a list. */
function createFindingSearch(findings: readonly Finding[]): (finding: Finding) => boolean {
  const toKey = ({ gate, app, problem }: Finding) => JSON.stringify([gate, app, problem]);
  const keys = new Set(findings.map(toKey));
  return (finding) => keys.has(toKey(finding));
}
