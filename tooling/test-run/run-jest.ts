import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { readReport, resultsFolder } from './results-folder';
import { findFailure } from './run-program';
import type { TestCounts } from './run-steps';

interface JestRun {
  /** Name of the report in the results folder. */
  report: string;
  /** Projects of jest.config.mjs. */
  projects: readonly string[];
  /** Regular expression of the test files to run. Left out, all of the projects. */
  paths?: string;
  /** Node executable that runs Jest. Left out, the one of this process. */
  node?: string;
  /** Files that run at the same time. Default: what the configuration says. */
  workers?: number;
}

/** The part of Jest's `--json` report that the counts come from. */
interface JestSummary {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  success: boolean;
}

/**
 * Runs tests in Jest.
 *
 * @returns The counts, also when tests failed. A test file that cannot be loaded counts as one failed test.
 * @throws When Jest ends without a report, or fails although every test passed.
 */
export async function runJest({
  report,
  projects,
  paths,
  node = process.execPath,
  workers,
}: JestRun): Promise<TestCounts> {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const output = ['--json', '--outputFile', path.join(resultsFolder, `${report}.json`), '--silent'];
  const selection = [
    '--selectProjects',
    ...projects,
    ...(paths ? ['--testPathPatterns', paths] : []),
    ...(workers ? ['--maxWorkers', String(workers)] : []),
  ];
  const failure = await findFailure(node, [jest, ...selection, ...output, '--reporters', 'default']);
  const { numPassedTests, numFailedTests, numPendingTests, success } = readReport<JestSummary>(report, failure);
  if (failure && success) throw failure;
  return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1), skipped: numPendingTests };
}
