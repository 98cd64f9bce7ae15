/** Numbers of tests by result. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests: Readonly<TestCounts> = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a: TestCounts, b: TestCounts): TestCounts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});
