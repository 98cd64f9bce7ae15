import { recheckCanaries } from '../actions/rebuild-canaries';
import { advance, CanaryCompletedError, halt, pause } from '../actions/rollout';
import { formatConditions } from '../change-model/stages';
import { type CheckComposition, GatesFailedError } from '../gates/run-gates';
import { formatBlocking } from '../state/apply-step';
import { type HaltedCanary, readAuditLog, readAuditLogEntry } from '../state/audit-log';
import { findDueStage, listForceFindings, toCanaryName } from '../state/canary';
import type { Environment, LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { poll } from '../store/poll';
import { type MetricsReport, readMetricsReport } from './metrics-report';
import { type AskPrometheus, findExceededLimits } from './prometheus-limits';
import { formatStageVisits } from './stage-visits';

export interface CanaryMonitorOptions {
  /** Milliseconds between two checks. Default 5,000. */
  interval?: number;
  /**
   * Gates with which the monitor raises canaries to the stages of their plans, and checks canaries after a rollback, which does
   * not wait for a smoke test. Absent: it does neither.
   */
  check?: CheckComposition;
  /** Asks for the values that the release policy limits. Absent: its limits halt nothing. */
  askPrometheus?: AskPrometheus;
  signal?: AbortSignal;
  onCheck?: (report: MetricsReport) => void;
  onHalt?: (halted: MonitorHalt) => void;
  /** Called when a check fails, once for repeated failures with one message. The monitor keeps running. */
  onError: (error: unknown) => void;
  /** Like `onError`, when a stage that is due cannot begin. Halts go on. Default: `onError`. */
  onStageError?: (error: unknown) => void;
}

/** Author of the monitor's changes in the audit log. */
const monitorName = 'canary monitor';

export type MonitorHalt = Pick<HaltedCanary, 'apps' | 'owner' | 'reason'>;

/**
 * Checks the running canaries once, and halts each that is significantly worse than the visitors with the live composition. The others
 * keep running, and so does a canary that started in the meantime.
 *
 * @returns The report, and the canaries that this check halted. Null when nothing was ever promoted.
 */
export async function checkCanaries(
  environment: Environment,
  now = Date.now(),
): Promise<{ report: MetricsReport; halted: MonitorHalt[] } | null> {
  const report = await readMetricsReport(environment, now);
  if (!report) return null;
  const halted: MonitorHalt[] = [];
  for (const { id, apps, owner, verdict } of report.canaries) {
    if (!verdict.isWorse) continue;
    const { reason } = verdict;
    if (await haltOnce(environment, id, reason)) halted.push({ apps, owner, reason });
  }
  return { report, halted };
}

/**
 * Halts each canary that exceeds a limit of the release policy for a value of Prometheus. A value that Prometheus does not tell
 * halts nothing.
 *
 * @param onHalt  Receives each canary that this check halted, with the values in its reason.
 * @throws The first error of a query, after all canaries had their turn.
 */
export async function checkLimits(
  environment: Environment,
  ask: AskPrometheus,
  onHalt: (halted: MonitorHalt) => void = () => {},
): Promise<void> {
  const { halts: limits = [] } = (await environment.loadRules?.()) ?? {};
  const state = limits.length > 0 ? await readLiveState(environment) : null;
  const failed: unknown[] = [];
  for (const canary of state?.canaries ?? []) {
    const { reasons, errors } = await findExceededLimits(limits, canary.releases, ask);
    failed.push(...errors);
    if (reasons.length === 0) continue;
    const { id, apps, owner } = toCanaryName(canary);
    const reason = reasons.join('; ');
    if (await haltOnce(environment, id, reason)) onHalt({ apps, owner, reason });
  }
  if (failed.length > 0) throw failed[0];
}

/** @returns False when the canary has ended before, so that this check has halted nothing. */
async function haltOnce(environment: Environment, id: string, reason: string): Promise<boolean> {
  try {
    const { isChanged } = await halt(environment, { by: monitorName, reason }, { id });
    return isChanged;
  } catch (error) {
    if (error instanceof CanaryCompletedError) return false;
    throw error;
  }
}

/**
 * Checks the canaries of an environment at an interval and halts bad ones, with the same action as a person. The audit log
 * records their values as the reason. The monitor needs a signer, so it runs where releases are promoted. Several
 * monitors may run at the same time.
 *
 * @returns Resolves when `signal` aborts.
 */
export async function monitorCanaries(environment: Environment, options: CanaryMonitorOptions): Promise<void> {
  const { interval = 5000, signal, onCheck, onHalt, onError, onStageError = onError, check, askPrometheus } = options;
  const work = async () => {
    const result = await checkCanaries(environment);
    if (result) onCheck?.(result.report);
    for (const halted of result?.halted ?? []) onHalt?.(halted);
  };
  const rhythm = { interval, signal, onError };
  // Gates take seconds, and a smoke test minutes. They must not delay the halt of another canary.
  const gated = check
    ? [
        poll(() => advanceCanaries(environment, check, Date.now()), { ...rhythm, onError: onStageError }),
        poll(createRecheck(environment, check, onHalt), rhythm),
      ]
    : [];
  // A Prometheus that does not answer must not delay it either.
  const limits = askPrometheus ? [poll(() => checkLimits(environment, askPrometheus, onHalt), rhythm)] : [];
  await Promise.all([poll(work, rhythm), ...gated, ...limits]);
}

/**
 * Creates a check that runs all gates on the canaries when there was a rollback since the last check that succeeded, or
 * since the oldest canary started. It halts those that do not pass. A monitor that starts runs them again when no canary
 * was halted: no entry of the audit log says that they passed.
 */
function createRecheck(
  environment: Environment,
  check: CheckComposition,
  onHalt: (halted: MonitorHalt) => void = () => {},
): () => Promise<void> {
  let checkedHead: number | null = null;
  return async () => {
    const state = await readLiveState(environment);
    if (!state || state.head.seq === checkedHead) return;
    const since = checkedHead ?? Math.min(...state.canaries.map(({ start }) => start));
    if (state.canaries.length > 0 && (await hasRollback(environment, state, since))) {
      const author = { by: monitorName, reason: 'all gates after a rollback' };
      const { isChanged, head } = await recheckCanaries(environment, author, check);
      if (isChanged) {
        const { halted } = await readAuditLogEntry(environment.store, head.log, environment.trusted);
        for (const canary of halted) onHalt(canary);
      }
    }
    checkedHead = state.head.seq;
  };
}

/** Whether a change after `since`, and after the last check that halted a canary, is a rollback. */
async function hasRollback({ store, trusted }: Environment, { head }: LiveState, since: number): Promise<boolean> {
  for await (const { seq, action, halted } of readAuditLog(store, head.log, trusted)) {
    // A halt by a person names its canary, and ends no others. Only the check after a rollback lists those that it halted.
    if (seq <= since || (action === 'halt' && halted.length > 0)) return false;
    if (action === 'rollback') return true;
  }
  return false;
}

/**
 * Raises each canary to the next stage of its plan when the stage is due and gateways have measured as many visits as the policy
 * asks for. The reason of the change names the visits. A canary that the gates refuse is paused with their
 * findings as the reason.
 *
 * @param now  Milliseconds since the epoch.
 * @throws The first error, after the other canaries had their turn: an app is locked, or the store fails. The next check tries again.
 */
export async function advanceCanaries(environment: Environment, check: CheckComposition, now: number): Promise<void> {
  const state = await readLiveState(environment);
  const due = (state?.canaries ?? []).flatMap((canary) => {
    const stage = findDueStage(canary.plan, now);
    return stage ? [{ canary, stage }] : [];
  });
  if (due.length === 0) return;
  const report = await readMetricsReport(environment, now);
  const errors: unknown[] = [];
  for (const { canary, stage } of due) {
    const { id } = canary;
    const visits = report?.canaries.find((reported) => reported.id === id)?.stageVisits;
    const isWaiting = !visits || visits.measured < visits.needed;
    // A forced canary is paused without visits: a person decides about its next stage.
    if (isWaiting && listForceFindings(canary).length === 0) continue;
    const measured = formatStageVisits({ measured: visits?.measured ?? 0, needed: 0 });
    const since = `${stage.afterMinutes} minutes after the share before${formatConditions(stage)}`;
    const reason = `stage of ${stage.share} %, ${since}, ${measured}`;
    const author = { by: monitorName, reason };
    await advance(environment, author, { check, id, now })
      .catch((error: unknown) => {
        if (!(error instanceof GatesFailedError)) throw error;
        const refusal = `the gates refuse the stage of ${stage.share} %: ${formatBlocking(error.findings)}`;
        return pause(environment, { ...author, reason: refusal }, { id });
      })
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}
