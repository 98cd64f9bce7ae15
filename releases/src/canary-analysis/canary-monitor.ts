import { setTimeout as sleep } from 'node:timers/promises';
import { halt } from '../actions/rollout';
import { readAuditLog } from '../history/audit-log';
import type { Environment } from '../state/environment';
import { type MetricsReport, readMetricsReport } from './metrics-report';

export interface CanaryMonitorOptions {
  /** Milliseconds between two checks. Default 5,000. */
  interval?: number;
  /** Ends the monitor. */
  signal?: AbortSignal;
  /** Called after every check. */
  onCheck?: (report: MetricsReport) => void;
  /** Called with the reason when the monitor has halted a canary. */
  onHalt?: (reason: string) => void;
  /** Called when a check fails, once for repeated failures with one message. The monitor keeps running. */
  onError: (error: unknown) => void;
}

/** Author of the monitor's changes in the audit log. */
const monitorName = 'canary monitor';

/**
 * Checks a running canary once, and halts it when it is significantly worse than its control group. A canary that started
 * in the meantime keeps running.
 *
 * @param now  Unix milliseconds.
 * @returns The report, and the reason when this check halted the canary. Null when nothing was ever promoted.
 */
export async function checkCanary(
  environment: Environment,
  now = Date.now(),
): Promise<{ report: MetricsReport; halted: string | null } | null> {
  const report = await readMetricsReport(environment, now);
  if (!report) return null;
  const { canary, verdict } = report;
  if (!canary || !verdict?.isWorse) return { report, halted: null };
  const author = { by: monitorName, reason: verdict.reason };
  const after = await halt(environment, author, canary.composition);
  // A person may have ended the canary first. Then this check has halted nothing.
  for await (const { seq, by, action } of readAuditLog(environment.store, after.head.log, environment.trusted)) {
    if (seq <= report.head) break;
    if (by === monitorName && action === 'halt') return { report, halted: verdict.reason };
  }
  return { report, halted: null };
}

/**
 * Checks the canary of an environment at an interval and halts a bad one, with the same action as a person. The audit log
 * records the figures as the reason. The monitor needs the signing key, so it runs where releases are promoted. Several
 * monitors may run at the same time.
 *
 * @returns Resolves when `signal` aborts.
 */
export async function monitorCanary(environment: Environment, options: CanaryMonitorOptions): Promise<void> {
  const { interval = 5000, signal, onCheck, onHalt, onError } = options;
  let lastMessage = '';
  while (!signal?.aborted) {
    try {
      const result = await checkCanary(environment);
      if (result) onCheck?.(result.report);
      if (result?.halted) onHalt?.(result.halted);
      lastMessage = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastMessage) onError(error);
      lastMessage = message;
    }
    // An abort ends the pause with a rejection.
    await sleep(interval, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
