import { isDeepStrictEqual } from 'node:util';
import { isRising } from '../change-model/stages';
import { formatTitle } from '../change-model/words';
import type { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import {
  type AuditLogEntry,
  type Finding,
  formatFinding,
  type HaltedCanary,
  isBlocking,
  isSameFinding,
} from './audit-log';
import {
  advancePlan,
  type Canary,
  formatCanary,
  formatCanaryApps,
  listCanaryApps,
  listForceFindings,
  toCanaryName,
} from './canary';
import { assertAudienceNotEmpty } from './canary-audience';
import { assertShareFree } from './canary-shares';
import { assignSlots } from './canary-slots';
import { composeCanary } from './compose';
import { type Apps, getReleases, isSameComposition } from './composition';
import { compareCompositions } from './composition-diff';
import type { LiveState } from './environment';
import type { Head } from './head';
import { assertNotLocked, findCanary, listCompositions } from './live-state';
import { type ChangeRequest, type GateName, gateNames, quickGates, restoreGates, type Step } from './signer';

/*
 * The rules of every change of HEAD. Actions call them before the gates run, and the signer before it signs. The functions read and
 * write nothing.
 *
 * @see docs/decisions/0085-the-signer-applies-changes.md
 */

/**
 * Canaries that run side by side in an environment at most. A gateway renders the live composition and one for each.
 *
 * @see docs/decisions/0082-one-canary-for-a-visitor.md
 */
export const maxCanaries = 4;

/** A composition of the next HEAD. Without `ref`, it is a new one. */
export interface NextComposition {
  apps: Apps;
  ref?: DocumentRef;
}

export interface RequestedStep extends Pick<ChangeRequest, 'env' | 'author' | 'isForced' | 'step'> {
  /** The composition that a promotion or a rollback makes live. */
  target?: NextComposition;
  /** Time of the change as an ISO date. */
  at: string;
}

/** What the caller reports about a step. */
type Evidence = Pick<ChangeRequest, 'report' | 'freezes'>;

type NextCanary = Omit<Canary, 'composition' | 'slots' | 'start'> & Partial<Pick<Canary, 'slots' | 'start'>>;

/** A change before the gates have judged it. */
export interface PlannedStep {
  live: NextComposition;
  /** The composition that the gates must pass. Absent: the step brings nothing new to visitors. */
  main?: Apps;
  /** The canaries of the next HEAD, unless the gates end one. Oldest first. */
  canaries: NextCanary[];
  /** The canaries that the gates judge on the next live composition. One that does not pass ends. */
  judged: (NextCanary & { apps: Apps })[];
  /** Canaries whose app the step changes. */
  halted: HaltedCanary[];
  locks: Head['locks'];
  /** The canary that the step starts, changes or ends. */
  subject?: NextCanary;
  /** Findings from before the gates: the canary was forced. */
  findings: Finding[];
}

/** The next state of an environment. The signer makes HEAD and the log entry of it. */
export interface AppliedStep extends Pick<PlannedStep, 'live' | 'halted' | 'locks' | 'subject'> {
  canaries: (Omit<Canary, 'composition'> & { next: NextComposition })[];
  findings: Finding[];
  action: AuditLogEntry['action'];
}

const causes = {
  promote: 'was promoted to every visitor by',
  complete: 'was completed for every visitor by',
  rollback: 'was rolled back by',
};

/**
 * Applies a step to a state, up to the evidence of the gates.
 *
 * @param state  Null in a new environment.
 * @throws {ConflictError} When the step breaks a rule. The message is one line.
 */
export function planStep(state: LiveState | null, request: RequestedStep): PlannedStep {
  const { env, step, author } = request;
  if (!state) {
    if (step.action === 'promote' && request.target) {
      const { target } = request;
      return { live: target, main: target.apps, canaries: [], judged: [], halted: [], locks: {}, findings: [] };
    }
    if (step.action === 'canary')
      throw new ConflictError('A canary needs a live composition to compare with: promote without a canary first.');
    throw new ConflictError(`${env} has nothing live yet: promote shell first, or together with its remotes.`);
  }
  const { head } = state;
  const running = head.canaries.map(({ composition: _, ...canary }): NextCanary => canary);
  const kept: PlannedStep = {
    live: { apps: state.live, ref: head.live },
    canaries: running,
    judged: [],
    halted: [],
    locks: head.locks,
    findings: [],
  };
  const replace = (id: string, change: (canary: NextCanary) => NextCanary) =>
    running.map((canary) => (canary.id === id ? change(canary) : canary));
  switch (step.action) {
    case 'promote':
    case 'rollback':
      if (!request.target) throw new ConflictError('The step names no composition.');
      return makeLive(state, request, kept, request.target);
    case 'canary': {
      const started = startCanary(state, step, request.at);
      return {
        ...kept,
        canaries: [...running, started],
        subject: started,
        main: composeCanary(env, state.live, started),
      };
    }
    case 'recheck':
      return { ...kept, judged: judge(env, state.live, running) };
    case 'lock':
    case 'unlock':
      return { ...kept, locks: changeLocks(state, step, request) };
    case 'note':
      return kept;
  }
  const { composition, ...subject } = findCanary(state, { id: step.canary });
  const { plan } = subject;
  const ofCanary = { ...kept, subject };
  switch (step.action) {
    case 'halt':
      return { ...ofCanary, canaries: running.filter(({ id }) => id !== subject.id) };
    case 'complete': {
      const ref = head.canaries.find(({ id }) => id === subject.id)?.composition;
      const others = { ...ofCanary, canaries: running.filter(({ id }) => id !== subject.id) };
      return {
        ...makeLive(state, request, others, { apps: composition, ...(ref ? { ref } : {}) }),
        findings: listForceFindings(subject),
      };
    }
    case 'rollout': {
      const { share } = step;
      assertNotLocked(state, listCanaryApps(subject));
      if (share <= subject.share) {
        throw new ConflictError(`The canary is at ${subject.share} % already: a share only rises. Halt it to end it.`);
      }
      assertShareFree(env, share, head.canaries, subject.id);
      const next = advancePlan(plan, share, request.at);
      const { plan: _, ...fixed } = subject;
      const raised = { ...fixed, share, ...(next ? { plan: next } : {}) };
      return {
        ...ofCanary,
        canaries: replace(subject.id, () => raised),
        main: composition,
        findings: listForceFindings(subject),
      };
    }
  }
  if (!plan)
    throw new ConflictError(`${formatTitle(formatCanary(subject))} has no stages: it rises when a person raises it.`);
  const { by, reason } = author;
  const next =
    step.action === 'pause' ? { ...plan, paused: { by, reason } } : { stages: plan.stages, since: request.at };
  return { ...ofCanary, canaries: replace(subject.id, (canary) => ({ ...canary, plan: next })) };
}

/** Makes a composition live. Canaries of an app that it changes end. */
function makeLive(
  state: LiveState,
  { env, author, step }: RequestedStep,
  { canaries, ...kept }: PlannedStep,
  live: NextComposition,
): PlannedStep {
  const subjectApps = kept.subject ? listCanaryApps(kept.subject) : [];
  assertNotLocked(state, [...subjectApps, ...listChangedReleases(state.live, live.apps)]);
  const changed = compareCompositions(state.live, live.apps).map(({ app }) => app);
  const halted: HaltedCanary[] = [];
  const others = canaries.filter((canary) => {
    const apps = listCanaryApps(canary).filter((app) => changed.includes(app));
    if (apps.length === 0) return true;
    const cause = causes[step.action as keyof typeof causes];
    halted.push({ ...toCanaryName(canary), reason: `${apps.join(' and ')} ${cause} ${author.by}` });
    return false;
  });
  return { ...kept, live, halted, main: live.apps, canaries: others, judged: judge(env, live.apps, others) };
}

const judge = (env: string, base: Apps, canaries: readonly NextCanary[]) =>
  canaries.map((canary) => ({ ...canary, apps: composeCanary(env, base, canary) }));

/** Lists apps with another release, or with another hash of the same release. */
function listChangedReleases(before: Apps, after: Apps): string[] {
  const old = new Map(getReleases(before).map((release) => [release.app, release]));
  const next = new Map(getReleases(after).map((release) => [release.app, release]));
  return [...new Set([...old.keys(), ...next.keys()])].filter((app) => !isDeepStrictEqual(old.get(app), next.get(app)));
}

function startCanary(
  state: LiveState,
  { canary: { stages = [], ...canary } }: Extract<Step, { action: 'canary' }>,
  since: string,
): NextCanary {
  const { head, canaries } = state;
  const apps = listCanaryApps(canary);
  assertNotLocked(state, apps);
  assertAudienceNotEmpty(canary);
  const refuse = (problem: string): never => {
    throw new ConflictError(`The canary of ${formatCanaryApps(canary)} cannot start: ${problem}.`);
  };
  if (apps.length === 0) refuse('it changes no app');
  if (canaries.some(({ id }) => id === canary.id)) refuse('its id is that of a running one');
  for (const running of canaries) {
    const app = listCanaryApps(running).find((name) => apps.includes(name));
    if (!app) continue;
    throw new ConflictError(
      `${app} is part of ${formatCanary(running)} already, and an app is in one canary at a time: complete or halt that canary, or ask ${running.owner} to do so, then start ${formatCanaryApps(canary)}.`,
    );
  }
  if (canaries.length >= maxCanaries) {
    throw new ConflictError(
      `${maxCanaries} canaries are running in ${head.env}, which is the limit: ${canaries.map(formatCanary).join('; ')}. Complete or halt one of them first.`,
    );
  }
  assertShareFree(head.env, canary.share, head.canaries);
  if (!isRising([canary.share, ...stages.map(({ share }) => share)])) refuse('its stages do not rise');
  return { ...canary, ...(stages.length > 0 ? { plan: { stages, since } } : {}) };
}

function changeLocks(
  { head: { env, locks }, live }: LiveState,
  { action, app }: Extract<Step, { action: 'lock' | 'unlock' }>,
  { author: { by, reason }, at }: RequestedStep,
): Head['locks'] {
  const isLocked = Object.hasOwn(locks, app);
  if (action === 'unlock') {
    if (!isLocked) throw new ConflictError(`${app === '*' ? env : app} is not locked.`);
    const { [app]: _, ...others } = locks;
    return others;
  }
  if (app !== '*' && !getReleases(live).some((release) => release.app === app)) {
    throw new ConflictError(`${app} is not an app of ${env}.`);
  }
  if (isLocked) throw new ConflictError(`${app} is locked already.`);
  return { ...locks, [app]: { by, reason, at } };
}

/**
 * Applies a step to a state: the gates have run on every composition that becomes new to visitors, findings are forced and logged, and
 * a canary that does not pass on the next live composition ends.
 *
 * @throws {ConflictError} When the step breaks a rule. The message is one line.
 */
export function applyStep(state: LiveState | null, request: RequestedStep, evidence: Evidence): AppliedStep {
  const { env, step } = request;
  const planned = planStep(state, request);
  const { live, locks, subject, main } = planned;
  const findings = main ? acceptFindings(state, request, planned, main, evidence) : [];
  const halted = [
    ...planned.halted,
    ...planned.judged.flatMap((canary) => endRefused(canary, state, request, planned, evidence)),
  ];
  const forced = findings.some(isBlocking);
  const canaries = planned.canaries
    .filter(({ id }) => !halted.some((ended) => ended.id === id))
    .map((canary) => (forced && main && canary.id === subject?.id ? { ...canary, isForced: true as const } : canary));
  const served = listCompositions(state);
  const seq = (state?.head.seq ?? 0) + 1;
  return {
    live,
    locks,
    halted,
    findings,
    action: step.action === 'recheck' ? 'halt' : step.action,
    ...(subject ? { subject } : {}),
    canaries: assignSlots(canaries, ({ slots = [] }) => slots).map(({ start = seq, ...canary }) => {
      const apps = composeCanary(env, live.apps, canary);
      const known = served.find(({ composition }) => isSameComposition(composition, apps));
      return { ...canary, start, next: known ? { apps: known.composition, ref: known.ref } : { apps } };
    }),
  };
}

/** Lists the findings about the composition of a step, for the log. @throws When the gates or a missing force refuse it. */
function acceptFindings(
  state: LiveState | null,
  { step: { action }, author, isForced }: RequestedStep,
  { live, findings: known }: PlannedStep,
  main: Apps,
  { report, freezes }: Evidence,
): Finding[] {
  const own = findReports(report, main)[0];
  const isRestored = action === 'rollback' && live.ref !== undefined;
  assertGatesRan(main, own ? [own] : [], isRestored ? restoreGates : gateNames);
  const isStep = action === 'canary' || action === 'rollout';
  // Visitors without the canary keep the live composition.
  const control = isStep && state ? findReports(report, state.live)[0] : undefined;
  const findings = [...freezes, ...known, ...(own?.findings ?? []), ...(control?.findings ?? [])];
  const blocking = findings.find(isBlocking);
  if (blocking && !isForced) {
    throw new ConflictError(`The gates have findings, and the change is not forced: ${blocking.problem}.`);
  }
  if (blocking && !author.reason.trim()) {
    throw new ConflictError('A change against the findings of the gates needs a reason.');
  }
  return findings;
}

/** @returns The end of a canary that does not pass the gates on the next live composition, or nothing. */
function endRefused(
  { apps, ...canary }: PlannedStep['judged'][number],
  state: LiveState | null,
  { step: { action } }: RequestedStep,
  { live }: PlannedStep,
  { report }: Evidence,
): HaltedCanary[] {
  const reports = findReports(report, apps);
  // A canary does not end because of findings that the live composition has too.
  const ofLive = findReports(report, live.apps).flatMap(({ findings }) => findings);
  const refusing = reports
    .flatMap(({ findings }) => findings)
    .filter((finding) => isBlocking(finding) && !ofLive.some((known) => isSameFinding(finding, known)));
  if (refusing.length > 0) {
    const reason = `it does not pass the gates on the new live composition: ${formatBlocking(refusing)}`;
    return [{ ...toCanaryName(canary), reason }];
  }
  // What HEAD names has passed the gates when it was signed.
  const isServed = listCompositions(state).some(({ composition }) => isSameComposition(composition, apps));
  if (!isServed) assertGatesRan(apps, reports, action === 'rollback' ? quickGates : gateNames);
  return [];
}

/** Formats the findings that refuse a composition, in one line. */
export const formatBlocking = (findings: readonly Finding[]): string =>
  findings
    .filter(isBlocking)
    .map((finding) => formatFinding(finding).trim())
    .join('; ');

const findReports = (report: Evidence['report'], apps: Apps) => {
  const releases = getReleases(apps);
  return report.filter((entry) => isDeepStrictEqual(entry.releases, releases));
};

/** @throws When no report about a composition contains the required gates. The last ones do not run after a finding of the first. */
function assertGatesRan(apps: Apps, reports: Evidence['report'], required: readonly GateName[]): void {
  const missing = reports.map(({ gates, findings }) =>
    findings.some(isBlocking) ? [] : required.filter((name) => !gates.includes(name)),
  );
  if (missing.some((names) => names.length === 0)) return;
  const what = getReleases(apps).map(({ app, version }) => `${app}@${version}`);
  const problem = missing[0] ? `${missing[0].join(', ')} did not run` : 'the report of the gates does not contain it';
  throw new ConflictError(`The composition of ${what.join(', ')} cannot become live: ${problem}.`);
}
