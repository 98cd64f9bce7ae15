import type { NodeBundle } from '@shop/releases/runtime/load-node-bundle';
import { rendererProcessFile } from '@shop/releases/runtime/renderer-process-file';
import { withTimeout } from '../http/with-timeout';
import { superviseProcess } from './process-supervisor';
import { parseDocument, parseRendererMessage, parseText, type RendererMessage } from './renderer-messages';
import { type ProcessLimits, spawnRendererProcess } from './renderer-process';
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
  let isClosed = false;
  let nextId = 1;
  let shell: { reportsHealth: boolean; wellKnown: RendererWellKnown | null } = {
    reportsHealth: false,
    wellKnown: null,
  };
  /** Calls by id. The process answers them in this order. */
  const calls = new Map<number, Call>();
  let onDrained = () => {};
  let watchdog: NodeJS.Timeout | undefined;

  const getFirstCall = (): Call | undefined => calls.values().next().value;

  const supervisor = superviseProcess({
    name: bundle.filename,
    ...limits,
    maxRestartDelayMs,
    spawn: (events) => {
      const started = spawnRendererProcess(rendererProcessFile, limits, events);
      started.send(bundle);
      return started;
    },
    onLine: receive,
    onNotEnded: onError,
    onFailure: (error, wasStarted) => {
      clearTimeout(watchdog);
      onError(new Error(error.message));
      // The first call of a running shell is the one that it failed at. A shell that does not start answers no call.
      const isRetried = wasStarted && !isClosed;
      for (const failed of isRetried ? [...calls.values()].slice(0, 1) : [...calls.values()]) {
        calls.delete(failed.message.id);
        failed.reject(error);
      }
      if (calls.size === 0) onDrained();
      return calls.size > 0 || (limits.idleTimeoutMs === undefined && wasStarted);
    },
  });

  /** Kills the process when it does not answer its first call in time. */
  const watchFirstCall = () => {
    clearTimeout(watchdog);
    const first = getFirstCall();
    if (!supervisor.isStarted || !first) return;
    const isStuck = () => supervisor.isStarted && getFirstCall() === first;
    const reason = `it did not answer within ${limits.renderTimeoutMs} ms`;
    // An answer that arrived while this process was busy is read before the check.
    const check = () => setImmediate(() => isStuck() && supervisor.fail(reason));
    watchdog = setTimeout(check, limits.renderTimeoutMs).unref();
  };

  function receive(line: string): void {
    let message: RendererMessage;
    try {
      message = parseRendererMessage(line);
    } catch {
      supervisor.fail('it sent a message that cannot be read');
      return;
    }
    if ('failed' in message) {
      supervisor.fail(`it does not start: ${message.failed}`);
      return;
    }
    if ('started' in message) {
      if (supervisor.isStarted) {
        supervisor.fail('it started twice');
        return;
      }
      shell = message.started;
      supervisor.markStarted();
      for (const call of calls.values()) supervisor.send(call.message);
      watchFirstCall();
      supervisor.setBusy(calls.size > 0);
      return;
    }
    const call = getFirstCall();
    if (call?.message.id !== message.id) {
      supervisor.fail('it answered a call that it did not get');
      return;
    }
    calls.delete(message.id);
    supervisor.markHealthy();
    if ('error' in message) call.reject(new RenderFailedError(message.error));
    else call.resolve(message.result);
    if (calls.size === 0) onDrained();
    watchFirstCall();
    supervisor.setBusy(calls.size > 0);
  }

  const call = (name: Call['message']['name'], input: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
      if (calls.size >= maxCalls) return reject(new RendererUnavailableError(`${bundle.filename} has too many calls`));
      const id = nextId++;
      const message = { id, name, input };
      const timer = setTimeout(() => {
        reject(new RendererUnavailableError(`${bundle.filename} did not answer within ${limits.callTimeoutMs} ms`));
        // A call that was sent stays in the queue until its answer arrives.
        if (!supervisor.isStarted) calls.delete(id);
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
      supervisor.setBusy(true);
      if (!supervisor.isStarted) {
        supervisor.run();
        return;
      }
      supervisor.send(message);
      if (isFirst) watchFirstCall();
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
    start: supervisor.start,
    renderDocument: async (request) => parseResult(await call('renderDocument', request), parseDocument),
    createWebManifest: async (identity) => parseResult(await call('webManifest', identity), parseText),
    close: async () => {
      isClosed = true;
      if (supervisor.isStarted && calls.size > 0) {
        const drained = new Promise<void>((resolve) => {
          onDrained = resolve;
        });
        // No caller waits for longer than this.
        await withTimeout(drained, limits.callTimeoutMs).catch(() => {});
      }
      for (const { reject } of calls.values()) {
        reject(new RendererUnavailableError(`${bundle.filename} has been closed`));
      }
      calls.clear();
      clearTimeout(watchdog);
      await supervisor.close();
      onClosed?.();
    },
  };
}
