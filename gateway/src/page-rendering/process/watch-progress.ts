import { readCpuTimeMs } from './cpu-time';

export interface ProgressOptions {
  /** Process id; undefined while no process runs. */
  getPid: () => number | undefined;
  /** Sends a ping, which the process answers as soon as its current work is done. */
  sendPing: (ping: number) => void;
  /** Returns the milliseconds of processor time that one piece of work may use now. */
  getMaxCpuMs: () => number;
  /** Milliseconds until the answer at most. A process on a busy machine may wait for a processor for a while. */
  maxWaitMs: number;
  /** Receives the reason when the process makes no progress. */
  onStuck: (reason: string) => void;
}

/** Finds out whether a process is in an endless loop. */
export interface ProgressWatch {
  /** Watches the process while it has work. */
  setBusy: (isBusy: boolean) => void;
  /** Whether the process has waited for a processor for most of the time since a ping that it has not answered. */
  isStarved: () => boolean;
  /** Receives the answer to a ping. */
  receivePong: (ping: number) => void;
  /** Ends the watch, for a process that has ended. */
  reset: () => void;
}

interface PendingPing {
  sentAt: number;
  /** Processor time of the process at that moment in milliseconds; null where it cannot be measured. */
  cpuMs: number | null;
}

/** Milliseconds between two pings. */
const pingIntervalMs = 50;

/**
 * Creates a watch of a process. Code in an endless loop cannot be interrupted and answers no ping. The limit is processor time
 * where it can be measured: a process that waits for a processor is not in a loop.
 */
export function createProgressWatch({
  getPid,
  sendPing,
  getMaxCpuMs,
  maxWaitMs,
  onStuck,
}: ProgressOptions): ProgressWatch {
  let isBusy = false;
  let lastPing = 0;
  let pending: PendingPing | null = null;
  let timer: NodeJS.Timeout | undefined;

  const measure = ({ sentAt, cpuMs }: PendingPing) => {
    const usedCpuMs = readCpuTimeMs(getPid());
    return {
      waitMs: performance.now() - sentAt,
      usedMs: usedCpuMs === null || cpuMs === null ? null : usedCpuMs - cpuMs,
    };
  };

  const check = () => {
    if (!pending) {
      if (!isBusy) return stop();
      pending = { sentAt: performance.now(), cpuMs: readCpuTimeMs(getPid()) };
      sendPing(++lastPing);
      return;
    }
    const maxCpuMs = getMaxCpuMs();
    const { waitMs, usedMs } = measure(pending);
    if (waitMs < maxCpuMs) return;
    if (usedMs !== null && usedMs >= maxCpuMs) onStuck(`it has computed for more than ${maxCpuMs} ms`);
    else if (waitMs >= maxWaitMs) onStuck(`it has not responded within ${maxWaitMs} ms`);
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    pending = null;
  };

  return {
    setBusy: (busy) => {
      isBusy = busy;
      // A pong that arrived while this process was busy is read before the check.
      if (busy) timer ??= setInterval(() => setImmediate(() => timer && check()), pingIntervalMs).unref();
    },
    isStarved: () => {
      if (!pending) return false;
      const { waitMs, usedMs } = measure(pending);
      return usedMs !== null && waitMs > pingIntervalMs && usedMs < waitMs / 2;
    },
    receivePong: (ping) => {
      if (ping === lastPing) pending = null;
    },
    reset: () => {
      isBusy = false;
      stop();
    },
  };
}
