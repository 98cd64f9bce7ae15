/** Writes beside other work, one after the other; of those that wait, the last one counts. */
export interface CoalescingWriter {
  /** @param work Never rejects. */
  write: (work: () => Promise<void>) => void;
  /** @returns When nothing waits any more. */
  finished: () => Promise<void>;
}

/** A slow disk holds nothing up but what comes after it. */
export function createCoalescingWriter(): CoalescingWriter {
  let due: (() => Promise<void>) | null = null;
  let writing: Promise<void> | null = null;
  const writeAll = async () => {
    for (let work = due; work; work = due) {
      due = null;
      await work();
    }
    writing = null;
  };
  return {
    write: (work) => {
      due = work;
      writing ??= writeAll();
    },
    finished: async () => {
      await writing;
    },
  };
}
