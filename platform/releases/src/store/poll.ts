import { setTimeout as sleep } from 'node:timers/promises';

export interface PollOptions {
  interval: number;
  signal?: AbortSignal | undefined;
  /** Receives an error, once for repeated errors with one message. The polls go on. */
  onError: (error: unknown) => void;
}

/** Calls a function at an interval, and never twice at a time. @returns Resolves when `signal` aborts. */
export async function poll(work: () => Promise<void>, { interval, signal, onError }: PollOptions): Promise<void> {
  let lastMessage = '';
  while (!signal?.aborted) {
    try {
      await work();
      lastMessage = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastMessage) onError(error);
      lastMessage = message;
    }
    // An abort ends the pause with a rejection.
    await sleep(interval, undefined, signal ? { signal } : {}).catch(() => undefined);
  }
}
