import type { NodeBundle } from '@shop/releases/runtime/load-node-bundle';
import { parseDocument, parseRendererMessage, parseText, type RendererMessage } from './renderer-messages';
import { type ProcessLimits, type RendererProcess, spawnRendererProcess } from './renderer-process';
import {
  RendererUnavailableError,
  type RendererWellKnown,
  RenderFailedError,
  type ShellRenderer,
} from './shell-renderer';

export interface RendererLimits extends ProcessLimits {
  /** Milliseconds until a shell that is starting is killed. */
  startTimeoutMs: number;
  /** Milliseconds until a shell that answers none of its calls is killed. */
  renderTimeoutMs: number;
  /** Milliseconds that a caller waits for its answer, in the queue and over a restart. */
  callTimeoutMs: number;
  /** Milliseconds without a call until the process is ended. Without it the process always runs. */
  idleTimeoutMs?: number;
}

interface Call {
  message: { id: number; name: 'renderDocument' | 'webManifest'; input: unknown };
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Calls that wait for one process. */
const maxCalls = 1000;
const maxRestartDelayMs = 10_000;

/** Returns the milliseconds before a restart: none after the first failure in a row, then twice as many each time. */
const getRestartDelay = (failures: number) =>
  failures <= 1 ? 0 : Math.min(250 * 2 ** (failures - 2), maxRestartDelayMs);

export interface RendererEvents {
  /** Receives each failure of the process. */
  onError: (error: Error) => void;
  onClosed?: () => void;
}

/**
 * Opens a renderer whose shell runs in a process of its own. A process that breaks a limit or ends is started again; after
 * repeated failures with a growing delay. Calls that the failed process had not begun go to the next one.
 */
export function openIsolatedRenderer(
  bundle: NodeBundle,
  limits: RendererLimits,
  { onError, onClosed }: RendererEvents,
): ShellRenderer {
  let current: RendererProcess | null = null;
  let isStarted = false;
  let isClosed = false;
  let failures = 0;
  let nextId = 1;
  let shell: { reportsHealth: boolean; wellKnown: RendererWellKnown | null } = {
    reportsHealth: false,
    wellKnown: null,
  };
  /** Calls by id. The process answers them in this order. */
  const calls = new Map<number, Call>();
  const starting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let onDrained = () => {};
  let watchdog: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let restartTimer: NodeJS.Timeout | undefined;

  const getFirstCall = (): Call | undefined => calls.values().next().value;

  /** Kills the process when it does not finish its current work in time. */
  const watch = (timeoutMs: number, work: string) => {
    clearTimeout(watchdog);
    const watched = current;
    const first = getFirstCall();
    const isStuck = () => current === watched && (!isStarted || (first !== undefined && getFirstCall() === first));
    // An answer that arrived while this process was busy is read before the check.
    const check = () => setImmediate(() => isStuck() && fail(`it did not ${work} within ${timeoutMs} ms`));
    watchdog = setTimeout(check, timeoutMs).unref();
  };
  const watchNextCall = () => {
    clearTimeout(watchdog);
    if (isStarted && calls.size > 0) watch(limits.renderTimeoutMs, 'answer');
  };

  const startProcess = () => {
    restartTimer = undefined;
    if (isClosed || current) return;
    current = spawnRendererProcess(bundle, limits, { onLine: receive, onEnd: fail });
    watch(limits.startTimeoutMs, 'start');
  };
  const scheduleStart = () => {
    if (!current && !restartTimer && !isClosed) {
      const delay = getRestartDelay(failures);
      if (delay === 0) startProcess();
      else restartTimer = setTimeout(startProcess, delay).unref();
    }
  };

  const stopProcess = async () => {
    clearTimeout(watchdog);
    clearTimeout(idleTimer);
    clearTimeout(restartTimer);
    restartTimer = undefined;
    const stopped = current;
    current = null;
    isStarted = false;
    await stopped?.kill();
  };

  function fail(reason: string): void {
    const wasStarted = isStarted;
    void stopProcess();
    failures++;
    const message = `${bundle.filename} was stopped: ${reason}`;
    onError(new Error(message));
    // The first call of a running shell is the one that it failed at. A shell that does not start answers no call.
    const isRetried = wasStarted && !isClosed;
    for (const call of isRetried ? [...calls.values()].slice(0, 1) : [...calls.values()]) {
      calls.delete(call.message.id);
      call.reject(new RenderFailedError(message));
    }
    for (const waiting of starting.splice(0)) waiting.reject(new RenderFailedError(message));
    if (calls.size === 0) onDrained();
    if (calls.size > 0 || (limits.idleTimeoutMs === undefined && wasStarted)) scheduleStart();
  }

  function receive(line: string): void {
    let message: RendererMessage;
    try {
      message = parseRendererMessage(line);
    } catch {
      fail('it sent a message that cannot be read');
      return;
    }
    if ('failed' in message) {
      fail(`it does not start: ${message.failed}`);
      return;
    }
    if ('started' in message) {
      if (isStarted) {
        fail('it started twice');
        return;
      }
      shell = message.started;
      isStarted = true;
      for (const waiting of starting.splice(0)) waiting.resolve();
      for (const call of calls.values()) current?.send(call.message);
      watchNextCall();
      scheduleIdleStop();
      return;
    }
    const call = getFirstCall();
    if (call?.message.id !== message.id) {
      fail('it answered a call that it did not get');
      return;
    }
    calls.delete(message.id);
    failures = 0;
    if ('error' in message) call.reject(new RenderFailedError(message.error));
    else call.resolve(message.result);
    if (calls.size === 0) onDrained();
    watchNextCall();
    scheduleIdleStop();
  }

  const scheduleIdleStop = () => {
    clearTimeout(idleTimer);
    if (limits.idleTimeoutMs === undefined || calls.size > 0) return;
    idleTimer = setTimeout(() => void stopProcess(), limits.idleTimeoutMs).unref();
  };

  const call = (name: Call['message']['name'], input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
      if (calls.size >= maxCalls) return reject(new RendererUnavailableError(`${bundle.filename} has too many calls`));
      const id = nextId++;
      const message = { id, name, input };
      const timer = setTimeout(() => {
        reject(new RendererUnavailableError(`${bundle.filename} did not answer within ${limits.callTimeoutMs} ms`));
        // A call that was sent stays in the queue until its answer arrives.
        if (!isStarted) calls.delete(id);
      }, limits.callTimeoutMs);
      const settle = () => clearTimeout(timer);
      const isFirst = calls.size === 0;
      calls.set(id, {
        message,
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      clearTimeout(idleTimer);
      if (!isStarted) {
        scheduleStart();
        return;
      }
      current?.send(message);
      if (isFirst) watchNextCall();
    });

  /** A shell that returns something else than its contract says has failed. */
  const parseResult = <Result>(result: unknown, parse: (result: unknown) => Result): Result => {
    try {
      return parse(result);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new RenderFailedError(`${bundle.filename} returned no valid result: ${reason}`);
    }
  };

  return {
    get reportsHealth() {
      return shell.reportsHealth;
    },
    get wellKnown() {
      return shell.wellKnown;
    },
    start: () =>
      new Promise((resolve, reject) => {
        if (isStarted) return resolve();
        if (isClosed) return reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
        starting.push({ resolve, reject });
        scheduleStart();
      }),
    renderDocument: async (request) => parseResult(await call('renderDocument', request), parseDocument),
    createWebManifest: async (identity) => parseResult(await call('webManifest', identity), parseText),
    close: async () => {
      isClosed = true;
      for (const waiting of starting.splice(0)) {
        waiting.reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
      }
      if (isStarted && calls.size > 0) {
        await new Promise<void>((resolve) => {
          onDrained = resolve;
        });
      }
      for (const { reject } of calls.values()) {
        reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
      }
      calls.clear();
      await stopProcess();
      onClosed?.();
    },
  };
}
