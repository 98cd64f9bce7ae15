import { withTimeout } from '../http/with-timeout';
import type { CompositionCode } from './composition-code';
import { type CallOptions, ProcessCalls } from './process-calls';
import { ProcessFailedError, RendererUnavailableError, RenderFailedError, RenderTimeoutError } from './renderer-errors';
import type { RendererLimits } from './renderer-limits';
import { type EvaluatedShell, parseShell } from './renderer-messages';

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

/**
 * State of a renderer and its process:
 *
 * - `stopped`: there is no process. `start` begins one; after a failure a timer calls it.
 * - `evaluating`: the process evaluates the shell, and takes no other call.
 * - `preparing`: the process renders documents, and evaluates the code of pages between them.
 * - `prepared`: the process renders documents and pages.
 * - `closed`: there is no process and will be none.
 *
 * A process passes `evaluating`, `preparing` and `prepared` in this order. When it ends, the state is `stopped`.
 */
type State =
  | { kind: 'stopped' }
  | { kind: 'evaluating'; calls: ProcessCalls }
  | { kind: 'preparing'; calls: ProcessCalls; shell: EvaluatedShell }
  | { kind: 'prepared'; calls: ProcessCalls; shell: EvaluatedShell; answeredCalls: number }
  | { kind: 'closed' };

const maxRestartDelayMs = 10_000;
/** Milliseconds to wait for the end of a process that was killed. */
const endTimeoutMs = 5000;

/** Returns the milliseconds before a restart: none after the first failure in a row, then twice as many each time. */
const getRestartDelay = (failures: number) =>
  failures <= 1 ? 0 : Math.min(250 * 2 ** (failures - 2), maxRestartDelayMs);

/** One process of a composition, which answers one call after the other. A process that fails is started again. */
export class Renderer {
  private state: State = { kind: 'stopped' };
  /** The start that runs now, until the shell is evaluated. */
  private starting: Promise<void> | null = null;
  /** Failures in a row, since a prepared process answered a call. */
  private failures = 0;
  private restartTimer: NodeJS.Timeout | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  /** Creates a renderer without a process. `start` starts it. */
  constructor(private readonly options: RendererOptions) {}

  /** The shell of the process; null while it is not evaluated. */
  get shell(): EvaluatedShell | null {
    return 'shell' in this.state ? this.state.shell : null;
  }

  /** Calls that the process has not answered. Null while it can take none. */
  get pendingCalls(): number | null {
    return 'shell' in this.state ? this.state.calls.count : null;
  }

  /** True when the process is prepared for pages. */
  get isPrepared(): boolean {
    return this.state.kind === 'prepared';
  }

  /** Number of calls that the running process has answered after it was prepared. */
  get answeredCalls(): number {
    return this.state.kind === 'prepared' ? this.state.answeredCalls : 0;
  }

  /** Starts the process unless it runs. Resolves when its shell is evaluated. Rejects when that fails. */
  start(): Promise<void> {
    if (this.shell) return Promise.resolve();
    clearTimeout(this.restartTimer);
    this.starting ??= this.evaluateShell().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  /**
   * Sends a call. The process begins it when it has answered those before.
   *
   * @param name A name of `calls` in `process/renderer-process.mjs`.
   * @throws {RenderFailedError} When the code of the composition fails or takes too long.
   * @throws {RendererUnavailableError} When no process runs, when an earlier call ended it, or when the processors are busy.
   */
  async call(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    const { calls } = this;
    if (!calls) throw new RendererUnavailableError(`${this.name} does not run`);
    clearTimeout(this.idleTimer);
    return calls.send(name, input, options);
  }

  /** Ends the process for ever. Resolves when it has ended, or has not ended in time. */
  async close(): Promise<void> {
    this.calls?.rejectAll(this.createClosedError());
    await this.stop({ kind: 'closed' });
  }

  private get name(): string {
    return this.options.code.name;
  }

  private get calls(): ProcessCalls | null {
    return 'calls' in this.state ? this.state.calls : null;
  }

  private createClosedError(): RendererUnavailableError {
    return new RendererUnavailableError(`${this.name} has been closed`);
  }

  /** Reads the shell and evaluates it in a new process, which is then prepared for pages. */
  private async evaluateShell(): Promise<void> {
    const bundle = await this.readShell();
    if (this.state.kind === 'closed') throw this.createClosedError();
    const calls: ProcessCalls = new ProcessCalls(this.options.limits, {
      onAnswered: (warnings) => this.handleAnswer(warnings),
      onFailed: (reason, isTimeout) => this.fail(calls, reason, isTimeout ? RenderTimeoutError : ProcessFailedError),
    });
    this.state = { kind: 'evaluating', calls };
    try {
      const { startTimeoutMs: timeoutMs } = this.options.limits;
      const shell = parseShell(await this.call('shell', bundle, { timeoutMs, isPatient: true }), bundle.base);
      if (this.calls !== calls) throw new Error('its process ended after its answer');
      this.state = { kind: 'preparing', calls, shell };
      this.options.onShell(shell);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.fail(calls, `it does not start: ${reason}`);
      throw error instanceof ProcessFailedError
        ? error
        : new RenderFailedError(`${this.name} does not start: ${reason}`);
    }
    void this.prepare(calls);
  }

  private async readShell() {
    try {
      return await this.options.code.readShell();
    } catch (error) {
      this.failures++;
      this.restartLater();
      throw error;
    }
  }

  private async prepare(calls: ProcessCalls): Promise<void> {
    try {
      await this.options.prepare(this);
    } catch {
      // The process has ended. It starts again.
      return;
    }
    if (this.state.kind !== 'preparing' || this.state.calls !== calls) return;
    this.state = { ...this.state, kind: 'prepared', answeredCalls: 0 };
    this.options.onFree();
  }

  private handleAnswer(warnings: readonly string[]): void {
    if (this.state.kind === 'prepared') {
      this.state.answeredCalls++;
      this.failures = 0;
    }
    for (const warning of warnings) this.options.onError(new Error(`${this.name}: ${warning}`));
    if (!this.shell) return;
    const { idleTimeoutMs } = this.options.limits;
    if (this.pendingCalls === 0 && idleTimeoutMs !== undefined) {
      this.idleTimer = setTimeout(() => void this.stop({ kind: 'stopped' }), idleTimeoutMs).unref();
    }
    this.options.onFree();
  }

  /** Ends a process that failed, and starts another one. */
  private fail(calls: ProcessCalls, reason: string, ErrorType = ProcessFailedError): void {
    if (this.calls !== calls) return;
    const { onError, onProcessFailure } = this.options;
    void this.stop({ kind: 'stopped' });
    this.failures++;
    const error = new ErrorType(`${this.name} was stopped: ${reason}`);
    onError(error);
    onProcessFailure?.();
    calls.rejectAll(error);
    this.restartLater();
  }

  private restartLater(): void {
    if (this.state.kind === 'closed' || this.options.limits.idleTimeoutMs !== undefined) return;
    const start = () => void this.start().catch(() => {});
    this.restartTimer = setTimeout(start, getRestartDelay(this.failures)).unref();
  }

  /** Kills the process, if there is one. Resolves when it has ended, or has not ended in time. */
  private async stop(next: Extract<State, { kind: 'stopped' | 'closed' }>): Promise<void> {
    const { calls } = this;
    this.state = next;
    for (const timer of [this.restartTimer, this.idleTimer]) clearTimeout(timer);
    if (!calls) return;
    try {
      // The system cannot end a process that it is doing something for, such as a read from a disk that hangs.
      await withTimeout(calls.kill(), endTimeoutMs);
    } catch {
      const message = `a process was killed and has not ended within ${endTimeoutMs} ms`;
      this.options.onError(new Error(`${this.name}: ${message}`));
    }
  }
}
