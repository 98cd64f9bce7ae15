/** Receives the steps of an operation that takes seconds, for a person who waits. */
export interface Progress {
  /** Adds steps to those that the operation is known to have. */
  plan: (count: number) => void;
  /**
   * Runs a step.
   *
   * @param isOk  Whether a result is good. Default: every result. A step that throws is not.
   * @returns The result of the step, or its error.
   */
  run: <Result>(
    name: string,
    step: () => Promise<Result> | Result,
    isOk?: (result: Result) => boolean,
  ) => Promise<Result>;
}

/** Reports nothing. */
export const noProgress: Progress = { plan: () => undefined, run: async (_name, step) => step() };
