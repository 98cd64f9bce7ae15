import { withTimeout } from '../http/with-timeout';
import type { ProcessEvents, RendererProcess } from './renderer-process';
import { RendererUnavailableError, RenderFailedError } from './shell-renderer';

export interface SupervisorOptions {
  /** Subject of error messages. */
  name: string;
  /** Spawns the process and sends it what it needs to start. */
  spawn: (events: ProcessEvents) => RendererProcess;
  /** Milliseconds until a process that is starting is killed. */
  startTimeoutMs: number;
  /** Milliseconds without work until the process is ended. Without it the process always runs. */
  idleTimeoutMs?: number | undefined;
  /** Milliseconds before a restart at most. */
  maxRestartDelayMs: number;
  /** Receives each complete line that the process sends. */
  onLine: (line: string) => void;
  /**
   * Receives each failure after the process was killed.
   *
   * @param wasStarted False for a process that failed while it was starting.
   * @returns True when the process is to be started again now, or after a delay when failures repeat.
   */
  onFailure: (error: RenderFailedError, wasStarted: boolean) => boolean;
  /** Receives the error of a process that was killed and has not ended. No caller waits for it any longer. */
  onNotEnded: (error: Error) => void;
  /** Milliseconds to wait for the end of a process that was killed. Default 5000. */
  endTimeoutMs?: number;
}

/** One process that is started on demand, and again after failures. */
export interface ProcessSupervisor {
  /** True between `markStarted` and the end of the process. */
  readonly isStarted: boolean;
  /** Process id; undefined while no process runs. */
  readonly pid: number | undefined;
  /** Resolves when the process has started. Rejects when it fails, or when the supervisor is closed. */
  start: () => Promise<void>;
  /** Starts the process unless it runs; after failures with a delay. */
  run: () => void;
  send: (message: unknown) => void;
  /** Reports that the process has started. */
  markStarted: () => void;
  /** Reports that the process works, which ends a row of failures. */
  markHealthy: () => void;
  /** Reports whether the process has work. A process without work is ended after the idle timeout. */
  setBusy: (isBusy: boolean) => void;
  /** Kills the process because of a failure. */
  fail: (reason: string) => void;
  /** Ends the process for ever. Resolves when it has ended, or has not ended in time. */
  close: () => Promise<void>;
}

/** Returns the milliseconds before a restart: none after the first failure in a row, then twice as many each time. */
const getRestartDelay = (failures: number, maxDelayMs: number) =>
  failures <= 1 ? 0 : Math.min(250 * 2 ** (failures - 2), maxDelayMs);

/** Creates a supervisor of one process. It starts no process yet. */
export function superviseProcess(options: SupervisorOptions): ProcessSupervisor {
  const { name, spawn, startTimeoutMs, idleTimeoutMs, maxRestartDelayMs, onLine, onFailure, onNotEnded } = options;
  const { endTimeoutMs = 5000 } = options;
  let current: RendererProcess | null = null;
  let isStarted = false;
  let isClosed = false;
  let failures = 0;
  const starting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let startTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let restartTimer: NodeJS.Timeout | undefined;

  const startProcess = () => {
    restartTimer = undefined;
    if (isClosed || current) return;
    current = spawn({ onLine, onEnd: fail });
    const watched = current;
    // A message that arrived while this process was busy is read before the check.
    const check = () =>
      setImmediate(() => {
        if (current === watched && !isStarted) fail(`it did not start within ${startTimeoutMs} ms`);
      });
    startTimer = setTimeout(check, startTimeoutMs).unref();
  };

  const run = () => {
    if (current || restartTimer || isClosed) return;
    const delay = getRestartDelay(failures, maxRestartDelayMs);
    if (delay === 0) startProcess();
    else restartTimer = setTimeout(startProcess, delay).unref();
  };

  const stopProcess = async () => {
    clearTimeout(startTimer);
    clearTimeout(idleTimer);
    clearTimeout(restartTimer);
    restartTimer = undefined;
    const stopped = current;
    current = null;
    isStarted = false;
    if (!stopped) return;
    try {
      // The system cannot end a process that it is doing something for, such as a read from a disk that hangs.
      await withTimeout(stopped.kill(), endTimeoutMs);
    } catch {
      onNotEnded(new Error(`${name}: process ${stopped.pid} was killed and has not ended within ${endTimeoutMs} ms`));
    }
  };

  function fail(reason: string): void {
    const wasStarted = isStarted;
    void stopProcess();
    failures++;
    const error = new RenderFailedError(`${name} was stopped: ${reason}`);
    for (const waiting of starting.splice(0)) waiting.reject(error);
    if (onFailure(error, wasStarted)) run();
  }

  return {
    get isStarted() {
      return isStarted;
    },
    get pid() {
      return current?.pid;
    },
    start: () =>
      new Promise((resolve, reject) => {
        if (isStarted) return resolve();
        if (isClosed) return reject(new RendererUnavailableError(`${name} has been closed`));
        starting.push({ resolve, reject });
        run();
      }),
    run,
    send: (message) => current?.send(message),
    markStarted: () => {
      clearTimeout(startTimer);
      isStarted = true;
      for (const waiting of starting.splice(0)) waiting.resolve();
    },
    markHealthy: () => {
      failures = 0;
    },
    setBusy: (isBusy) => {
      clearTimeout(idleTimer);
      if (isBusy || idleTimeoutMs === undefined) return;
      idleTimer = setTimeout(() => void stopProcess(), idleTimeoutMs).unref();
    },
    fail,
    close: async () => {
      isClosed = true;
      for (const waiting of starting.splice(0)) {
        waiting.reject(new RendererUnavailableError(`${name} has been closed`));
      }
      await stopProcess();
    },
  };
}
