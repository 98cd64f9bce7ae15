import type { Renderer } from './renderer';
import { RendererUnavailableError } from './renderer-errors';

/** A call that waits for a process. */
interface WaitingCall {
  isDocument: boolean;
  begin: (renderer: Renderer) => void;
  cancel: (reason: string) => void;
}

/** Calls that wait for a process of a pool. Documents come first: they stand in for pages. */
export class CallQueue {
  private readonly waiting: WaitingCall[] = [];

  /** @param findFree Finds a process that can take a call now. A document needs no prepared one. */
  constructor(private readonly findFree: (isDocument: boolean) => Renderer | undefined) {}

  /** Number of calls that wait. */
  get length(): number {
    return this.waiting.length;
  }

  /**
   * Runs work with the next free process.
   *
   * @param waitMs Milliseconds that it waits at most.
   * @throws {RendererUnavailableError} When no process is free in time.
   */
  run<Result>(isDocument: boolean, waitMs: number, work: (renderer: Renderer) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        isDocument,
        begin: (renderer) => {
          clearTimeout(timer);
          work(renderer).then(resolve, reject);
        },
        cancel: (reason) => {
          clearTimeout(timer);
          this.remove(call);
          reject(new RendererUnavailableError(reason));
        },
      };
      const timer = setTimeout(() => call.cancel('every process is busy'), waitMs);
      this.waiting.push(call);
      this.beginWaiting();
    });
  }

  /** Begins the calls for which a process is free. */
  beginWaiting(): void {
    for (const isDocument of [true, false]) {
      for (const call of this.waiting.filter((candidate) => candidate.isDocument === isDocument)) {
        const free = this.findFree(isDocument);
        if (!free) break;
        this.remove(call);
        call.begin(free);
      }
    }
  }

  /** Rejects every call that waits. */
  cancelAll(reason: string): void {
    for (const call of [...this.waiting]) call.cancel(reason);
  }

  private remove(call: WaitingCall): void {
    this.waiting.splice(this.waiting.indexOf(call), 1);
  }
}
