import { clearCounts, formatCounts, type SuiteName } from '@shop/e2e/counts/counts';
import { buildApps } from '../build/build-apps';
import { setUpMachine } from '../system-packages/set-up-machine';
import { clearResults } from './results-folder';
import { runJest } from './run-jest';
import { runInChromium } from './run-playwright';
import { runSteps, type Step } from './run-steps';

/** Runs a suite, prints its counts, and exits: 0 when every test passed. */
export async function runSuite(suite: SuiteName): Promise<never> {
  clearResults();
  const isPassed = await runSteps([
    { name: 'Browsers and servers for the tests', run: () => setUpMachine(console.log) },
    { name: 'Builds', run: () => buildApps(console.log) },
    ...listSuiteSteps(suite),
  ]);
  process.exit(isPassed ? 0 : 1);
}

/** Lists the steps that run a suite and print its counts. They need builds. */
export function listSuiteSteps(suite: SuiteName): Step[] {
  const title = suite === 'security' ? 'Attacks' : 'Faults';
  return [
    {
      name: `${title}: servers and API`,
      run: () => {
        clearCounts(suite);
        return runJest({ report: suite, projects: [suite] });
      },
    },
    {
      name: `${title}: browser`,
      run: async () => {
        const counts = await runInChromium(`${suite}-browser`, [suite]);
        console.log(`\n${suite}`);
        for (const line of formatCounts(suite)) console.log(`  ${line}`);
        return counts;
      },
    },
  ];
}
