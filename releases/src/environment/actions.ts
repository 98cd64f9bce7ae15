import { randomUUID } from 'node:crypto';
import type { ReleaseId } from '../release/release';
import { type CanaryAudience, refuseOtherAudience, requireSomebody } from './canary-audience';
import { type Author, changeHead, type Environment, type LiveState } from './change-head';
import { compareCompositions } from './composition-difference';
import { appsOf, type CompositionSet, compose, isSameComposition } from './composition-set';
import type { Finding } from './log';
import { pinReleases } from './resolve-composition';
import { findEarlier, refuseOvertaken, type WayBack } from './way-back';

/** A composition that somebody wants live, and what is live while they ask. */
export interface Candidate {
  next: Pick<CompositionSet, 'shell' | 'remotes'>;
  state: LiveState | null;
  /** It passed the gates before, and shoppers had it: it need not be seen to start again. */
  wasLive?: boolean;
  /** Was live as it is, and is to be again: only what became of its files since is looked at. */
  isReturn?: boolean;
  /** Live paths may lose their owner: they came with what is taken back, or that was settled when the canary began. */
  mayLosePaths?: boolean;
  /** Goes live whatever is found, so that all there is to find is looked for. */
  isForced?: boolean;
}

/** Looks a whole composition over. @returns What speaks against it; nothing when it may go live. */
export type CheckComposition = (candidate: Candidate) => Promise<Finding[]>;

/** A composition that the gates do not let through. */
export class GatesRefused extends Error {
  constructor(readonly findings: Finding[]) {
    const lines = findings.map(({ gate, app, problem, remedy }) => `  ${gate} · ${app}: ${problem} → ${remedy}`);
    super(`The composition was refused:\n${lines.join('\n')}`);
  }
}

export interface PromoteOptions {
  check: CheckComposition;
  /** Hundredths of the visitors that get it first, 0 to 100; left out, everybody does at once. */
  canaryShare?: number;
  /** Who gets the canary whatever their bucket: staff, and visitors from regions. A share of 0 needs a list. */
  canaryLists?: Omit<CanaryAudience, 'share'>;
  /** Goes live against the gates; the findings go into the log. */
  isForced?: boolean;
  /** Apps taken out of the composition. */
  removed?: readonly string[];
}

const noLocks = {};

/** What stays live beside a canary. */
const beside = (state: LiveState): Candidate => ({ next: state.live, state, wasLive: true });

const changedApps = (before: CompositionSet, after: CompositionSet) =>
  compareCompositions(before, after).map(({ app }) => app);

/** @throws When one of the apps, or the environment, is locked. */
function refuseLocked(state: LiveState | null, apps: readonly string[]): void {
  for (const app of ['*', ...apps]) {
    const lock = state?.head.locks[app];
    if (!lock) continue;
    const what = app === '*' ? state.head.env : app;
    throw new Error(`${what} is locked by ${lock.by} since ${lock.at}: ${lock.reason}. Unlock it first.`);
  }
}

/** Holds whoever brings apps to more visitors to the policy and to locks. @throws {NotAllowed}, or a sentence. */
function requireOpen(
  { permit }: Environment,
  state: LiveState | null,
  apps: readonly string[],
  isForced: boolean,
): void {
  permit?.({ action: 'promote', apps, state });
  if (isForced) permit?.({ action: 'force', apps, state });
  refuseLocked(state, apps);
}

/** A check that looks for all there is to find, for somebody who means to go live against it. */
export const checkAll =
  (check: CheckComposition): CheckComposition =>
  (candidate) =>
    check({ ...candidate, isForced: true });

/** Looks over every composition that would be live at once. @throws {GatesRefused} */
async function examine(check: CheckComposition, candidates: Candidate[], isForced: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = isForced ? checkAll(check) : check;
  // One after the other: a boot takes the whole of a small machine.
  for (const candidate of candidates) findings.push(...(await look(candidate)));
  if (findings.length > 0 && !isForced) throw new GatesRefused(findings);
  return findings;
}

/**
 * Makes releases live: they take the place of those apps in the live composition, the others stay. Promotions race: the
 * one that comes second is put on top of the first, looked over again and tried again.
 *
 * @returns What is live now; what was, when it is made of these releases already.
 * @throws {GatesRefused}, or a sentence when an app is locked, or what is asked for contradicts itself or what is live.
 */
export function promote(
  environment: Environment,
  promoted: readonly ReleaseId[],
  author: Author,
  { check, canaryShare, canaryLists = {}, isForced = false, removed = [] }: PromoteOptions,
): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    const apps = [...promoted.map(({ app }) => app), ...removed];
    requireOpen(environment, state, apps, isForced);
    // Before the gates, which take their time.
    const asked = canaryShare === undefined ? null : { share: canaryShare, ...canaryLists };
    if (asked) requireSomebody(asked);
    const composed = compose(environment.name, state?.live ?? null, promoted, removed);
    const next = await pinReleases(environment.store, composed);
    if (state && isSameComposition(state.live, next)) return null;
    if (state?.canary) {
      if (state.head.canary && isSameComposition(state.canary, next)) {
        refuseOtherAudience(state.head.canary, asked);
        return null;
      }
      throw new Error('A canary is running: complete it or halt it before the next promotion.');
    }
    const candidates = [{ next, state }, ...(state && asked ? [beside(state)] : [])];
    const findings = await examine(check, candidates, isForced);
    const locks = state?.head.locks ?? noLocks;
    if (!asked) return { action: 'promote', live: next, canary: null, locks, findings };
    if (!state) throw new Error('A canary needs something live beside it: promote without one first.');
    const canary = { set: next, salt: randomUUID(), ...asked };
    return { action: 'canary', live: state.head.live, canary, locks, findings };
  });
}

/** How a canary goes on: through the gates, or against them. */
export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  /** The `seq` of the canary's composition that is meant; left out, whichever runs. Another one is refused. */
  only?: number;
}

/**
 * Gives the canary to more visitors. A share only rises: nobody who has the new composition loses it again.
 *
 * @throws {GatesRefused}
 */
export function rollout(
  environment: Environment,
  share: number,
  author: Author,
  { check, isForced = false, only }: RolloutOptions,
): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    const { live, canary, locks, apps, candidate } = requireCanary(state, only);
    requireOpen(environment, state, apps, isForced);
    if (share === canary.share) return null;
    if (share < canary.share) {
      throw new Error(`The canary is at ${canary.share} % already: a share only rises. Halt it to take it back.`);
    }
    const findings = await examine(check, [candidate, beside(candidate.state)], isForced);
    return { action: 'rollout', live, canary: { ...canary, share }, locks, findings };
  });
}

/** Makes the canary the live composition. @throws {GatesRefused} */
export function complete(
  environment: Environment,
  author: Author,
  { check, isForced = false, only }: RolloutOptions,
): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    const { canary, locks, apps, candidate } = requireCanary(state, only);
    requireOpen(environment, state, apps, isForced);
    const findings = await examine(check, [candidate], isForced);
    return { action: 'complete', live: canary.set, canary: null, locks, findings };
  });
}

/**
 * Takes the canary back from everybody.
 *
 * @param only The `seq` of the composition that is meant; left out, whichever runs. Another one is left alone.
 */
export function halt(environment: Environment, author: Author, only?: number): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    if (only !== undefined && state?.canary?.seq !== only) return null;
    const { live, locks, apps } = requireCanary(state);
    environment.permit?.({ action: 'rollback', apps, state });
    return { action: 'halt', live, canary: null, locks };
  });
}

/**
 * The canary that runs, and the apps it changes.
 *
 * @param only The `seq` of the composition that is meant; left out, whichever runs.
 * @throws A sentence when none runs, or another one.
 */
export function requireCanary(state: LiveState | null, only?: number) {
  if (!state?.head.canary || !state.canary) throw new Error('No canary is running.');
  const { seq } = state.canary;
  if (only !== undefined && seq !== only) {
    throw new Error(
      `The canary of change ${only} was ended meanwhile, and that of change ${seq} runs: look at it first.`,
    );
  }
  const candidate = { next: state.canary, state, mayLosePaths: true };
  return { ...state.head, canary: state.head.canary, apps: changedApps(state.live, state.canary), candidate };
}

export interface RollbackTarget extends WayBack {
  check: CheckComposition;
}

/**
 * Takes the live composition, or one app of it, back to an earlier one. A running canary ends with it. A whole composition
 * must still be there to the last byte; an app alone makes one that may never have been live, so that is looked over. Of two
 * people who go back at once the second one is refused, and does not go back twice as far.
 *
 * @throws {GatesRefused}, or a sentence.
 */
export function rollback(
  environment: Environment,
  author: Author,
  { check, ...way }: RollbackTarget,
): Promise<LiveState> {
  const { app, seq } = way;
  let seen: LiveState | null = null;
  return changeHead(environment, author, async (state) => {
    if (!state) throw new Error(`${environment.name} has nothing live yet: there is nothing to go back to.`);
    if (seen && seq === undefined) await refuseOvertaken(environment, seen, state, app);
    seen = state;
    const earlier = await findEarlier(environment, state, way);
    // A running canary ends with it, so whoever goes back must be allowed to end that too.
    const ended = state.canary ? changedApps(state.live, state.canary) : [];
    const apps = app ? [app] : changedApps(state.live, earlier.set);
    refuseLocked(state, apps);
    environment.permit?.({ action: 'rollback', apps: [...apps, ...ended], state });
    const back = { action: 'rollback' as const, canary: null, locks: state.head.locks };
    if (!app) {
      if (isSameComposition(earlier.set, state.live)) return nothingChanged(state);
      const returned: Candidate = { next: earlier.set, state, isReturn: true };
      return { ...back, live: earlier.ref, findings: await examine(check, [returned], false) };
    }
    const release = appsOf(earlier.set).find((one) => one.app === app);
    if (!release) throw new Error(`${app} was not part of the composition of change ${earlier.seq}.`);
    const next = await pinReleases(environment.store, compose(environment.name, state.live, [release]));
    if (isSameComposition(next, state.live)) return nothingChanged(state);
    const wasLive = isSameComposition(next, earlier.set);
    const candidate: Candidate = { next, state, wasLive, mayLosePaths: true };
    return { ...back, live: next, findings: await examine(check, [candidate], false) };
  });
}

/** What is wanted back is live: a canary beside it is not ended in passing. @throws A sentence while one runs. */
function nothingChanged({ canary }: LiveState): null {
  if (!canary) return null;
  throw new Error('That is live already, and a canary runs beside it: halt it with "rollout halt" to take it back.');
}

/** Keeps an app, or with `*` the environment, as it is until it is unlocked. */
export function lock(environment: Environment, app: string, author: Author): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    if (!state) throw new Error(`${environment.name} has nothing live yet: there is nothing to lock.`);
    environment.permit?.({ action: 'lock', apps: [app], state });
    if (app !== '*' && !appsOf(state.live).some((one) => one.app === app)) {
      throw new Error(`${app} is no app of ${environment.name}.`);
    }
    if (state.head.locks[app]) return null;
    const locks = { ...state.head.locks, [app]: { ...author, at: new Date().toISOString() } };
    return { action: 'lock', live: state.head.live, canary: state.head.canary, locks };
  });
}

/** Lets an app, or with `*` the environment, change again. */
export function unlock(environment: Environment, app: string, author: Author): Promise<LiveState> {
  return changeHead(environment, author, async (state) => {
    environment.permit?.({ action: 'lock', apps: [app], state });
    if (!state?.head.locks[app]) throw new Error(`${app === '*' ? environment.name : app} is not locked.`);
    const { [app]: _, ...locks } = state.head.locks;
    return { action: 'unlock', live: state.head.live, canary: state.head.canary, locks };
  });
}
