import type { Navigation, TraceEvent } from './trace-event';

/** The part of a task above this duration delays input. Milliseconds; https://web.dev/articles/tbt */
const allowedTaskMs = 50;

/** Names of the main thread's top-level tasks, by Chromium version. */
const taskNames: ReadonlySet<string> = new Set([
  'RunTask',
  'ThreadControllerImpl::RunTask',
  'ThreadControllerImpl::DoWork',
  'TaskQueueManager::ProcessTaskFromWorkQueue',
]);

/** Time in which long tasks of the main thread keep the page from reacting to input. Milliseconds. */
export interface BlockingTime {
  /** By wall clock, as Lighthouse counts it. Other load on the machine makes it longer. */
  wall: number;
  /** By CPU time of the main thread. Null when the trace has no thread times. */
  cpu: number | null;
}

/** The part of a page load that counts for blocking time. Milliseconds since the navigation. */
export interface LoadInterval {
  firstContentfulPaint: number;
  timeToInteractive: number;
}

/**
 * Sums the blocking time of a page load: of each top-level task between first contentful paint and time to interactive, the
 * part above 50 ms. A task across an end of the interval counts with its part inside.
 */
export function getBlockingTime(
  events: readonly TraceEvent[],
  navigation: Navigation,
  { firstContentfulPaint, timeToInteractive }: LoadInterval,
): BlockingTime {
  const from = navigation.startUs + firstContentfulPaint * 1000;
  const to = navigation.startUs + timeToInteractive * 1000;
  let wall = 0;
  let cpu = 0;
  let hasThreadTimes = false;
  for (const { name, pid, tid, ts, dur = 0, tdur } of events) {
    if (!taskNames.has(name) || pid !== navigation.pid || tid !== navigation.tid) continue;
    const clippedMs = (Math.min(ts + dur, to) - Math.max(ts, from)) / 1000;
    if (clippedMs <= 0) continue;
    hasThreadTimes ||= tdur !== undefined;
    wall += Math.max(0, clippedMs - allowedTaskMs);
    cpu += Math.max(0, Math.min(clippedMs, (tdur ?? 0) / 1000) - allowedTaskMs);
  }
  // A load without a task in the interval has no blocking time by either clock.
  return { wall, cpu: hasThreadTimes || wall === 0 ? cpu : null };
}
