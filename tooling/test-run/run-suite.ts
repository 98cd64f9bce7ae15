import { clearCounts, readCounts, type SuiteName } from '@shop/e2e/counts/counts';
import { formatCounts } from '@shop/e2e/counts/format-counts';
import { hasChromium } from '../browsers/chromium';
import { buildApps } from '../build/build-apps';
import { setUpMachine } from '../system-packages/set-up-machine';
import { clearResults } from './results-folder';
import { runJest } from './run-jest';
import { runSuiteInBrowser } from './run-playwright';
import { runSteps, type Step } from './run-steps';
import { noTests } from './test-counts';

/** Runs a suite in full, prints its counts, and exits: 0 when every test passed. */
export async function runSuite(suite: SuiteName): Promise<never> {
  process.env.SUITE_SCALE = 'full';
  clearResults();
  clearCounts(suite);
  const isPassed = await runSteps([
    { name: 'Browsers and servers for the tests', run: () => setUpMachine(console.log) },
    { name: 'Builds', run: () => buildApps(console.log) },
    { name: 'Servers and API', run: () => runJest({ report: suite, projects: [suite] }) },
    { name: 'Browser', run: async () => (hasChromium() ? runSuiteInBrowser(suite) : { ...noTests, skipped: 1 }) },
  ]);
  printCounts([suite]);
  process.exit(isPassed ? 0 : 1);
}

/** Steps of `npm test` that run a bounded part of the suites on servers and print its counts. They need builds. */
export const boundedSuites: Step = {
  name: 'Security and faults, bounded',
  run: async () => {
    const suites: SuiteName[] = ['security', 'faults'];
    for (const suite of suites) clearCounts(suite);
    const counts = await runJest({ report: 'suites', projects: suites });
    printCounts(suites);
    return counts;
  },
};

function printCounts(suites: readonly SuiteName[]): void {
  for (const suite of suites) {
    console.log(`\n${suite}`);
    for (const line of formatCounts(readCounts(suite))) console.log(`  ${line}`);
  }
}
