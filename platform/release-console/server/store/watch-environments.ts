import { setMaxListeners } from 'node:events';
import { type MonitorHalt, monitorCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import type { AskPrometheus } from '@shop/releases/canary-analysis/prometheus-limits';
import { listEnvironments } from '@shop/releases/state/head';
import { poll } from '@shop/releases/store/poll';
import { followWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { ServiceOptions } from '../service';

/** Without `createGates`, canaries are not checked after a rollback. Without `webhooks`, none receives changes. */
export interface WatchOptions
  extends Pick<ServiceOptions, 'store' | 'openEnvironment'>,
    Partial<Pick<ServiceOptions, 'createGates' | 'webhooks'>> {
  /** Asks for the values that the policy limits. Absent: its limits halt nothing. */
  askPrometheus?: AskPrometheus;
  /** Address of the console, to which messages of webhooks link. */
  consoleUrl?: string;
  /** Receives a line for every halted canary and for every error. */
  report: (line: string) => void;
  /** Milliseconds between two polls for new environments. Default 60,000. */
  pollIntervalMs?: number;
}

/**
 * Monitors the canaries of every environment while the console runs, and halts each that is significantly worse than its
 * control group. Delivers the changes of every environment to webhooks. An environment that fails to open is tried again at the next poll.
 *
 * @returns A function that stops the monitors, and waits for those that make a change.
 */
export function watchEnvironments({
  store,
  openEnvironment,
  createGates,
  askPrometheus,
  webhooks = [],
  consoleUrl,
  report,
  pollIntervalMs = 60_000,
}: WatchOptions): () => Promise<void> {
  const abort = new AbortController();
  // The polls of every environment listen to it, and Node warns about more than ten listeners.
  setMaxListeners(Number.POSITIVE_INFINITY, abort.signal);
  const monitors = new Map<string, Promise<void>>();
  const createReport = (what: string) => (error: unknown) =>
    report(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  const reportError = createReport('The canaries cannot be monitored');

  const monitor = async (name: string) => {
    try {
      const environment = await openEnvironment(name);
      const onHalt = ({ apps, owner, reason }: MonitorHalt) => {
        const whose = owner ? ` of ${owner}` : '';
        report(`The canary${whose} of ${apps.join(' and ')} in ${name} was halted: ${reason}`);
      };
      const deliveries = followWebhooks(environment, webhooks, {
        signal: abort.signal,
        ...(consoleUrl ? { consoleUrl } : {}),
        onError: createReport('Webhooks cannot be delivered'),
      });
      await monitorCanaries(environment, {
        ...(createGates ? { check: createGates(environment, []) } : {}),
        ...(askPrometheus ? { askPrometheus } : {}),
        signal: abort.signal,
        onHalt,
        onError: reportError,
        onStageError: createReport('A stage waits'),
      });
      await deliveries;
    } catch (error) {
      monitors.delete(name);
      reportError(error);
    }
  };

  const monitorAll = async () => {
    for (const name of await listEnvironments(store)) {
      // The promise is stored first, so that a poll during a slow open does not start a second monitor.
      if (!monitors.has(name)) monitors.set(name, monitor(name));
    }
  };

  const polls = poll(monitorAll, { interval: pollIntervalMs, signal: abort.signal, onError: reportError });
  return async () => {
    abort.abort();
    await Promise.all([polls, ...monitors.values()]);
  };
}
