import { setTimeout as wait } from 'node:timers/promises';
import { halt } from '../actions/rollout';
import { readAuditLog } from '../history/audit-log';
import type { Environment } from '../state/environment';
import { type MetricsReport, readMetricsReport } from './metrics-report';

export interface CanaryMonitorOptions {
  /** Milliseconds between two looks; left out, five seconds. */
  interval?: number;
  /** Ends the watch. */
  signal?: AbortSignal;
  /** Told after every look. */
  onCheck?: (report: MetricsReport) => void;
  /** Told when the watch has taken a canary back, and why. */
  onHalt?: (reason: string) => void;
  /** Told once about each new trouble; the watch goes on. */
  onError: (error: unknown) => void;
}

/** Who stands in the log for what the watch does. */
const monitorName = 'canary monitor';

/**
 * Looks at a running canary once, and halts it when it is worse than its control beyond chance. Another canary that was
 * begun in the meantime is left alone.
 *
 * @returns What was seen; null when nothing was ever promoted.
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
  // Somebody else may have come first: then nothing was halted here.
  for await (const { seq, by, action } of readAuditLog(environment.store, after.head.log, environment.trusted)) {
    if (seq <= report.head) break;
    if (by === monitorName && action === 'halt') return { report, halted: verdict.reason };
  }
  return { report, halted: null };
}

/**
 * Watches an environment and halts a bad canary by itself, through the same action as a person; the figures are the
 * reason on record. It needs the signing key, so it runs where releases are promoted. Several watches do no harm.
 *
 * @returns When `signal` ends it.
 */
export async function monitorCanary(environment: Environment, options: CanaryMonitorOptions): Promise<void> {
  const { interval = 5000, signal, onCheck, onHalt, onError } = options;
  let lastMessage = '';
  while (!signal?.aborted) {
    try {
      const seen = await checkCanary(environment);
      if (seen) onCheck?.(seen.report);
      if (seen?.halted) onHalt?.(seen.halted);
      lastMessage = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastMessage) onError(error);
      lastMessage = message;
    }
    // Ended while it waits: that is no error.
    await wait(interval, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
