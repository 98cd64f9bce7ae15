import type { TelemetryRecorder } from './telemetry-recorder';

/** Number of flushes after which metrics of stopped gateways are pruned. */
const flushesPerPrune = 720;

/**
 * Flushes recorders at an interval. The first flush also prunes.
 *
 * @param interval Milliseconds between two flushes.
 * @returns A function that stops the interval and resolves after a last flush.
 */
export function startTelemetryFlush(
  recorders: readonly Pick<TelemetryRecorder, 'flush' | 'prune'>[],
  interval: number,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let flushCount = 0;
  let running = Promise.resolve();

  const flushAll = () => Promise.all(recorders.map((recorder) => recorder.flush()));
  const flush = async () => {
    if (flushCount++ % flushesPerPrune === 0) await Promise.all(recorders.map((recorder) => recorder.prune()));
    await flushAll();
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = flush();
    }, interval);
  };
  schedule();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      // Two flushes at the same time would overwrite each other's metrics, and the store would reject the second one.
      await running;
      await flushAll();
    },
  };
}
