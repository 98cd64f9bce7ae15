import type { Progress } from '@shop/releases/gates/progress';

/** Creates a progress that records the steps that end, such as `✓ upload`, and counts those that are planned. */
export function recordSteps() {
  const steps: string[] = [];
  let planned = 0;
  const progress: Progress = {
    plan: (count) => {
      planned += count;
    },
    run: async (name, step, isOk = () => true) => {
      const result = await step();
      steps.push(`${isOk(result) ? '✓' : '✗'} ${name}`);
      return result;
    },
  };
  return { progress, steps, getPlanned: () => planned };
}
