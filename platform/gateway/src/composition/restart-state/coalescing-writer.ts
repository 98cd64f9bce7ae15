/** Writes in the background, one write at a time. Of the writes that wait, only the newest runs. */
export interface CoalescingWriter {
  /** @param work Never rejects. */
  write: (work: () => Promise<void>) => void;
  /** Resolves when no write runs or waits. */
  finish: () => Promise<void>;
}

export function createCoalescingWriter(): CoalescingWriter {
  let pending: (() => Promise<void>) | null = null;
  let running: Promise<void> | null = null;
  const writeAll = async () => {
    for (let work = pending; work; work = pending) {
      pending = null;
      await work();
    }
    running = null;
  };
  return {
    write: (work) => {
      pending = work;
      running ??= writeAll();
    },
    finish: async () => {
      await running;
    },
  };
}
