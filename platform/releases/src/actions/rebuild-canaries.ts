import type { Candidate, CheckComposition } from '../gates/run-gates';
import { applyStep, type PlannedStep, planStep } from '../state/apply-step';
import { type Finding, isBlocking } from '../state/audit-log';
import { getReleases } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { type RecordedGates, type UpdatedState, updateHead } from './update-head';

export interface CheckCanariesOptions {
  /** The state that the change starts from. Its compositions have passed the gates. */
  state: LiveState;
  gates: RecordedGates;
  /** Only the gates that read manifests run. */
  isQuick?: boolean;
  /**
   * Milliseconds for all canaries. Each has an equal part of what is left, so that one whose check hangs does not end the others.
   * Default: five minutes.
   */
  timeoutMs?: number;
}

/** Time for the smoke tests of four canaries on a slow machine. A hotfix waits for that long at most. */
const defaultTimeoutMs = 5 * 60_000;

/**
 * Runs the gates on the running canaries of the next live composition. Their report decides which canaries end. It never throws
 * because of a canary: a check that fails or takes too long is a finding.
 */
export async function checkCanaries(
  { judged, live }: PlannedStep,
  { state, gates: { check, report }, isQuick = false, timeoutMs = defaultTimeoutMs }: CheckCanariesOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  // The start of each canary decided about its routes.
  const options = { mayDropRoutes: true, isCompared: true, ...(isQuick ? { isQuick } : {}) };
  for (const [index, { apps }] of judged.entries()) {
    const part = (deadline - performance.now()) / (judged.length - index);
    const until = performance.now() + part;
    const next = { next: apps, state: { ...state, live: { ...state.live, ...live.apps } }, ...options };
    const found = await neverFailing(check, until)(next);
    // Findings that the live composition has too do not count.
    const baseline: Candidate = { next: live.apps, state, ...options };
    const failed = found.some(isBlocking) ? await neverFailing(check, until)(baseline) : [];
    const findings = [...found, ...failed].filter(({ gate }) => gate === 'canary');
    if (findings.length > 0) report.push({ releases: getReleases(apps), gates: [], findings });
  }
}

/** Turns an error or a timeout of a check into a finding. @param deadline  Milliseconds on the clock of `performance`. */
const neverFailing =
  (check: CheckComposition, deadline: number): CheckComposition =>
  (candidate) => {
    const fail = (problem: string): Finding[] => [
      { gate: 'canary', app: 'composition', problem, remedy: 'start the canary again' },
    ];
    const checked = check(candidate).catch((error: unknown) =>
      fail(`the check failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(fail('the check did not end in time')), deadline - performance.now());
      void checked.then(resolve).finally(() => clearTimeout(timer));
    });
  };

/**
 * Runs all gates on the compositions of the running canaries, with the smoke test, and halts the canaries that do not pass. A
 * rollback rebuilds canaries without waiting for the smoke test, so the canary monitor calls this afterwards.
 *
 * @returns The state that the halts made. The live state when every canary passes.
 */
export function recheckCanaries(
  environment: Environment,
  author: Author,
  check: CheckComposition,
): Promise<UpdatedState> {
  return updateHead(environment, author, check, async (state, gates) => {
    if (!state || state.canaries.length === 0) return null;
    const step = { action: 'recheck' as const };
    const request = { env: environment.name, author, isForced: false, step, at: new Date().toISOString() };
    await checkCanaries(planStep(state, request), { state, gates });
    const { halted } = applyStep(state, request, { report: gates.report, freezes: [] });
    return halted.length === 0 ? null : { step };
  });
}
