/** Numbers of tests by result. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests: Readonly<TestCounts> = { passed: 0, failed: 0, skipped: 0 };

const addCounts = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** One part of `npm test`. */
export interface Step {
  name: string;
  /** @returns Counts of the tests that ran, if the step runs tests. @throws When the step fails. */
  run: () => Promise<TestCounts | unknown>;
  /** Steps that run at the same time, one after the other. The next step starts when all have ended. Default: none. */
  parallel?: readonly Step[];
}

const isCounts = (value: unknown): value is TestCounts =>
  typeof value === 'object' && value !== null && 'passed' in value && 'failed' in value && 'skipped' in value;

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Runs every step, also after one that failed, and prints the result of each and the counts of all tests.
 *
 * @returns Whether every step passed.
 */
export async function runSteps(steps: readonly Step[], print: (line: string) => void = console.log): Promise<boolean> {
  let counts: TestCounts = noTests;
  const failed: string[] = [];
  const runStep = async ({ name, run, parallel = [] }: Step): Promise<void> => {
    print(`\n▸ ${name}`);
    const started = performance.now();
    const running = run().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    for (const step of parallel) await runStep(step);
    const result = await running;
    if (isCounts(result)) counts = addCounts(counts, result);
    if (result instanceof Error) print(result.message);
    const isFailed = result instanceof Error || (isCounts(result) && result.failed > 0);
    if (isFailed) failed.push(name);
    print(`${isFailed ? '✗' : '✓'} ${name} (${formatSeconds(performance.now() - started)})`);
  };
  for (const step of steps) await runStep(step);
  if (failed.length > 0) print(`\nFailed: ${failed.join(', ')}.`);
  print(`\ntests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return failed.length === 0;
}
