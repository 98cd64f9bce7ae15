import { runInRequestScope } from './request-scope';

/**
 * Repeats a task. An interval starts when the run before it has ended, so that two runs never overlap. The runs belong to no
 * request, also when a request starts the repetition.
 *
 * @param task Never rejects.
 * @param interval Milliseconds, or a function that returns those before the next run.
 * @returns A function that stops the task and resolves when a run that has started has ended.
 * @example const polls = repeat(poll, 250);
 */
export function repeat(task: () => Promise<void>, interval: number | (() => number)): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  const run = async () => {
    await task();
    if (!isStopped) schedule();
  };
  const schedule = () => {
    const start = () => {
      running = run();
    };
    const delay = typeof interval === 'number' ? interval : interval();
    timer = runInRequestScope(undefined, () => setTimeout(start, delay));
  };
  schedule();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
