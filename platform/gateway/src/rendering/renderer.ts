import type { Composition } from '@shop/remote-contract/composition';
import { withTimeout } from '../http/with-timeout';
import type { CompositionCode } from './composition-code';
import type { RendererLimits } from './renderer-limits';
import { type EvaluatedShell, parseRendererMessage, parseShell, type RendererMessage } from './renderer-messages';
import { type RendererProcess, spawnRendererProcess } from './renderer-process';

/** The code of a composition failed at a call. Another process of the same composition would fail too. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError';

  /** @param frames  Positions in released files, innermost first: `renderPrice (r/mf-a/1.0.0-4f3a…/node/server.cjs:1:20)`. */
  constructor(
    message: string,
    readonly frames: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The call ended its process. */
export class ProcessFailedError extends RenderFailedError {
  override name = 'ProcessFailedError';
}

/** The call ended its process, because it was not answered in time. */
export class RenderTimeoutError extends ProcessFailedError {
  override name = 'RenderTimeoutError';
}

/** No process answers now. A later call, or another gateway, may succeed. */
export class RendererUnavailableError extends Error {
  override name = 'RendererUnavailableError';
}

export interface CallOptions {
  timeoutMs: number;
  /** True: the caller waits on while the process waits for a processor. False: it is rejected after the time limit. */
  isPatient?: boolean;
  /** Composition of the call. The process gets it when the last one was another. */
  composition?: Composition;
}

export interface RendererOptions {
  code: Pick<CompositionCode, 'name' | 'readShell'>;
  limits: RendererLimits;
  /**
   * Prepares a process whose shell is evaluated for pages. The renderer answers documents meanwhile.
   *
   * @throws When the process ends.
   */
  prepare: (renderer: Renderer) => Promise<void>;
  /** Is called when the renderer can take a call. */
  onFree: () => void;
  /** Receives the description of a shell that a process has evaluated, before any code of a remote. */
  onShell: (shell: EvaluatedShell) => void;
  onError: (error: Error) => void;
  onProcessFailure?: (() => void) | undefined;
}

/** One process of a composition, which answers one call after the other. A process that fails is started again. */
export interface Renderer {
  /** The shell of the process; null while it is not evaluated. */
  readonly shell: EvaluatedShell | null;
  /** Calls that the process has not answered. Null while it can take none. */
  readonly pendingCalls: number | null;
  /** True when the process is prepared for pages. */
  readonly isPrepared: boolean;
  /** Number of calls that the running process has answered after it was prepared. */
  readonly answeredCalls: number;
  /** Starts the process unless it runs. Resolves when its shell is evaluated. Rejects when that fails. */
  start: () => Promise<void>;
  /**
   * Sends a call. The process begins it when it has answered those before.
   *
   * @param name A name of `calls` in `process/renderer-process.mjs`.
   * @throws {RenderFailedError} When the code of the composition fails or takes too long.
   * @throws {RendererUnavailableError} When no process runs, when an earlier call ended it, or when the processors are busy.
   */
  call: (name: string, input: unknown, options: CallOptions) => Promise<unknown>;
  /** Ends the process for ever. Resolves when it has ended, or has not ended in time. */
  close: () => Promise<void>;
}

interface PendingCall {
  id: number;
  options: CallOptions;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

const maxRestartDelayMs = 10_000;
/** Milliseconds to wait for the end of a process that was killed. */
const endTimeoutMs = 5000;
/** Milliseconds between two looks at a process that waits for a processor. */
const pollMs = 50;

/** Returns the milliseconds before a restart: none after the first failure in a row, then twice as many each time. */
const getRestartDelay = (failures: number) =>
  failures <= 1 ? 0 : Math.min(250 * 2 ** (failures - 2), maxRestartDelayMs);

/** Creates a renderer without a process. `start` starts it. */
export function createRenderer(options: RendererOptions): Renderer {
  const { code, limits, prepare, onFree, onShell, onError, onProcessFailure = () => {} } = options;
  let child: RendererProcess | null = null;
  let shell: EvaluatedShell | null = null;
  let isPrepared = false;
  let answeredCalls = 0;
  let isClosed = false;
  let starting: Promise<void> | null = null;
  let failures = 0;
  let nextId = 1;
  /** Calls that the process has not answered, in order. It works on the first, and finds the others in its pipe. */
  let pending: PendingCall[] = [];
  let watchTimer: NodeJS.Timeout | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  /** The last composition that the process got. */
  let sentComposition: Composition | undefined;

  const stop = async () => {
    const stopped = child;
    child = null;
    shell = null;
    isPrepared = false;
    sentComposition = undefined;
    for (const timer of [watchTimer, restartTimer, idleTimer]) clearTimeout(timer);
    if (!stopped) return;
    try {
      // The system cannot end a process that it is doing something for, such as a read from a disk that hangs.
      await withTimeout(stopped.kill(), endTimeoutMs);
    } catch {
      onError(new Error(`${code.name}: a process was killed and has not ended within ${endTimeoutMs} ms`));
    }
  };

  /** Rejects all calls. The process has begun the first one only. */
  const rejectCalls = (error: Error) => {
    const [begun, ...others] = pending;
    pending = [];
    begun?.reject(error);
    for (const call of others) call.reject(new RendererUnavailableError(error.message));
  };

  const fail = (reason: string, ErrorType = ProcessFailedError) => {
    if (!child) return;
    void stop();
    failures++;
    const error = new ErrorType(`${code.name} was stopped: ${reason}`);
    onError(error);
    onProcessFailure();
    rejectCalls(error);
    restartLater();
  };

  const receive = (text: string) => {
    let message: RendererMessage;
    try {
      message = parseRendererMessage(text);
    } catch {
      return fail('it sent a message that cannot be read');
    }
    const [call, next] = pending;
    if (!call || message.id !== call.id) return fail('it sent a message without a call');
    clearTimeout(watchTimer);
    pending.shift();
    if (next) begin(next);
    else child?.setIdle(true);
    if (isPrepared) {
      answeredCalls++;
      failures = 0;
    }
    for (const warning of message.warnings) onError(new Error(`${code.name}: ${warning}`));
    if ('error' in message) call.reject(new RenderFailedError(message.error, message.frames));
    else call.resolve(message.result);
    becomeFree();
  };

  /** Watches the first call: kills the process when it does not answer in time, unless it waits for a processor. */
  const begin = (call: PendingCall) => {
    const { timeoutMs, isPatient } = call.options;
    child?.setIdle(false);
    const startedAt = performance.now();
    const check = () => {
      if (pending[0] !== call) return;
      const activity = child?.getActivity();
      const isStarved = activity?.isRunnable && activity.cpuMs < timeoutMs;
      if (!isStarved) return fail(`it did not answer within ${timeoutMs} ms`, RenderTimeoutError);
      if (performance.now() - startedAt >= limits.stuckTimeoutMs) {
        const reason = `it did not answer within ${limits.stuckTimeoutMs} ms, while the processors were busy`;
        return fail(reason, RenderTimeoutError);
      }
      if (!isPatient) call.reject(new RendererUnavailableError('the processors are busy'));
      checkAfter(pollMs);
    };
    // An answer that arrived while the gateway was busy is read before the check.
    const checkAfter = (ms: number) => {
      watchTimer = setTimeout(() => setImmediate(check), ms);
    };
    checkAfter(timeoutMs);
  };

  const becomeFree = () => {
    if (!shell) return;
    const { idleTimeoutMs } = limits;
    if (pending.length === 0 && idleTimeoutMs !== undefined)
      idleTimer = setTimeout(() => void stop(), idleTimeoutMs).unref();
    onFree();
  };

  const call: Renderer['call'] = (name, input, callOptions) =>
    new Promise((resolve, reject) => {
      if (!child) return reject(new RendererUnavailableError(`${code.name} does not run`));
      clearTimeout(idleTimer);
      const { composition } = callOptions;
      const sent: PendingCall = { id: nextId++, options: callOptions, resolve, reject };
      pending.push(sent);
      const isNew = composition && composition !== sentComposition;
      child.send({ id: sent.id, call: name, input, ...(isNew && { composition }) });
      sentComposition = composition ?? sentComposition;
      if (pending.length === 1) begin(sent);
    });

  const renderer: Renderer = {
    get shell() {
      return shell;
    },
    get pendingCalls() {
      return shell && pending.length;
    },
    get isPrepared() {
      return isPrepared;
    },
    get answeredCalls() {
      return answeredCalls;
    },
    start: () => start(),
    call,
    close: async () => {
      isClosed = true;
      rejectCalls(new RendererUnavailableError(`${code.name} has been closed`));
      await stop();
    },
  };

  const restartLater = () => {
    if (isClosed || limits.idleTimeoutMs !== undefined) return;
    restartTimer = setTimeout(() => void start().catch(() => {}), getRestartDelay(failures)).unref();
  };

  const readShell = async () => {
    try {
      return await code.readShell();
    } catch (error) {
      failures++;
      restartLater();
      throw error;
    }
  };

  const evaluateShell = async () => {
    const bundle = await readShell();
    if (isClosed) throw new RendererUnavailableError(`${code.name} has been closed`);
    child = spawnRendererProcess(limits, { onMessage: receive, onEnd: fail });
    const started = child;
    answeredCalls = 0;
    try {
      shell = parseShell(await call('shell', bundle, { timeoutMs: limits.startTimeoutMs, isPatient: true }));
      onShell(shell);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (child === started) fail(`it does not start: ${reason}`);
      throw error instanceof ProcessFailedError
        ? error
        : new RenderFailedError(`${code.name} does not start: ${reason}`);
    }
    void prepare(renderer).then(
      () => {
        if (child !== started) return;
        isPrepared = true;
        onFree();
      },
      () => {},
    );
  };

  function start(): Promise<void> {
    if (shell) return Promise.resolve();
    clearTimeout(restartTimer);
    starting ??= evaluateShell().finally(() => {
      starting = null;
    });
    return starting;
  }

  return renderer;
}
