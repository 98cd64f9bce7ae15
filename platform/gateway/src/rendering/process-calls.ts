import type { Composition } from '@shop/remote-contract/composition';
import { RendererUnavailableError, RenderFailedError } from './renderer-errors';
import type { RendererLimits } from './renderer-limits';
import { parseRendererMessage } from './renderer-messages';
import { type ProcessActivity, type RendererProcess, spawnRendererProcess } from './renderer-process';

export interface CallOptions {
  timeoutMs: number;
  /** True: the caller waits on while the process waits for a processor. False: it is rejected after the time limit. */
  isPatient?: boolean;
  /** Composition of the call. The process gets it when the last one was another. */
  composition?: Composition;
}

export interface ProcessCallsEvents {
  /** The process has answered a call. Its caller has the answer. */
  onAnswered: (warnings: readonly string[]) => void;
  /**
   * The process has ended, has broken a limit or has not answered in time. The receiver stops it.
   *
   * @param isTimeout  It has not answered in time.
   */
  onFailed: (reason: string, isTimeout: boolean) => void;
}

interface PendingCall {
  id: number;
  options: CallOptions;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Milliseconds between two looks at a process that waits for a processor. */
const pollMs = 50;
/** Milliseconds by which a look is late when the gateway is busy. */
const lateMs = 5;

/** A process and its calls, which it answers one after the other. It lives as long as the process. */
export class ProcessCalls {
  /** Calls without an answer, in order. The process works on the first, and finds the others in its pipe. */
  private pending: PendingCall[] = [];
  private nextId = 1;
  /** The last composition that the process got. */
  private sentComposition: Composition | undefined;
  private watchTimer: NodeJS.Timeout | undefined;
  /** Looks at the process since it began the first call. */
  private looks = 0;
  /** Bytes that had arrived from the process at the last look, or when it began the call. */
  private receivedBytes = 0;
  private readonly process: RendererProcess;

  /** Starts a process. */
  constructor(
    private readonly limits: RendererLimits,
    private readonly events: ProcessCallsEvents,
  ) {
    this.process = spawnRendererProcess(limits, {
      onMessage: (text) => this.receive(text),
      onEnd: (reason) => events.onFailed(reason, false),
    });
  }

  /** Number of calls without an answer. */
  get count(): number {
    return this.pending.length;
  }

  /** Sends a call. The parameters and errors are those of `Renderer.call`. */
  send(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { composition } = options;
      const sent: PendingCall = { id: this.nextId++, options, resolve, reject };
      this.pending.push(sent);
      const isNew = composition && composition !== this.sentComposition;
      this.process.send({ id: sent.id, call: name, input, ...(isNew && { composition }) });
      this.sentComposition = composition ?? this.sentComposition;
      if (this.pending.length === 1) this.begin(sent);
    });
  }

  /** Rejects all calls. The process has begun the first one only. */
  rejectAll(error: Error): void {
    const [begun, ...others] = this.pending;
    this.pending = [];
    begun?.reject(error);
    for (const call of others) call.reject(new RendererUnavailableError(error.message));
  }

  /** Kills the process. Resolves when it has ended. */
  kill(): Promise<void> {
    clearTimeout(this.watchTimer);
    return this.process.kill();
  }

  private receive(text: string): void {
    const message = parseRendererMessage(text);
    const [call, next] = this.pending;
    if (!message || message.id !== call?.id) {
      this.events.onFailed(
        message ? 'it sent a message without a call' : 'it sent a message that cannot be read',
        false,
      );
      return;
    }
    clearTimeout(this.watchTimer);
    this.pending.shift();
    if (next) this.begin(next);
    else this.process.setIdle(true);
    if ('error' in message) call.reject(new RenderFailedError(message.error, message.frames));
    else call.resolve(message.result);
    this.events.onAnswered(message.warnings);
  }

  /** The process begins a call: its time starts. */
  private begin(call: PendingCall): void {
    this.process.setIdle(false);
    this.looks = 0;
    this.receivedBytes = this.process.receivedBytes;
    this.checkAfter(call.options.timeoutMs, call);
  }

  /** An answer that arrived while the gateway was busy is read before the check. */
  private checkAfter(ms: number, call: PendingCall): void {
    const dueAt = performance.now() + ms;
    this.watchTimer = setTimeout(() => {
      const isLate = performance.now() - dueAt > lateMs;
      setImmediate(() => this.check(call, isLate));
    }, ms);
  }

  /** Reports a process that has not answered its first call, unless it waits for a processor or for the gateway. */
  private check(call: PendingCall, isLate: boolean): void {
    if (this.pending[0] !== call) return;
    const activity = this.process.getActivity();
    const isWaiting = activity.isRunnable || this.waitsForGateway(activity, isLate);
    this.looks++;
    this.receivedBytes = this.process.receivedBytes;
    const problem = this.findProblem(call.options, activity.cpuMs, isWaiting);
    if (problem !== null) {
      this.events.onFailed(problem, true);
      return;
    }
    // Most answers that wait for the gateway arrive before the second look.
    const isAlmostAnswered = this.looks === 1 && (isLate || !activity.isRunnable);
    if (!call.options.isPatient && !isAlmostAnswered) {
      call.reject(new RendererUnavailableError('the processors are busy'));
    }
    this.checkAfter(pollMs, call);
  }

  /**
   * Reports whether a process that sleeps can wait for a busy gateway: it reads and writes with calls that block, and the pipes hold
   * less than a message. A second look tells for one that shows no sign of it.
   */
  private waitsForGateway({ isWaitingForInput }: ProcessActivity, isLate: boolean): boolean {
    return this.looks === 0 || isLate || isWaitingForInput || this.process.receivedBytes > this.receivedBytes;
  }

  private findProblem({ timeoutMs }: CallOptions, cpuMs: number, isWaiting: boolean): string | null {
    const { stuckTimeoutMs } = this.limits;
    if (!isWaiting || cpuMs >= timeoutMs) return `it did not answer within ${timeoutMs} ms`;
    // Looks count, and not the time: the system may have stopped the gateway and the process.
    if (this.looks * pollMs < stuckTimeoutMs) return null;
    return `it did not answer within ${stuckTimeoutMs} ms, while the processors were busy`;
  }
}
