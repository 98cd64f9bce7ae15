import { availableParallelism } from 'node:os';
import { chromiumVariables, hasChromium } from '../browsers/find-browsers';
import { buildApps } from '../build/build-apps';
import { checkRequirements } from '../requirements/requirements-coverage';
import { runJest } from './run-jest';
import { runUnitTestsOnNodeLts } from './run-on-node-lts';
import { runInChromium, runPurchaseInOtherBrowsers } from './run-playwright';
import { runProgram } from './run-program';
import type { Step } from './run-steps';
import { staticChecks } from './static-checks';

const setUp: Step = {
  name: 'Browsers and servers for the tests',
  // In a process of its own: package managers block the process that runs them.
  run: () => runProgram(process.execPath, ['--import', 'tsx', 'tooling/commands/setup.ts']),
  // Downloads take as long as the checks, which need none of the programs.
  parallel: staticChecks,
};
/** Half as many again as cores: a test waits for a third of its time. */
const workers = Math.ceil(availableParallelism() * 1.5);
const builds: Step = { name: 'Builds', run: () => buildApps(console.log) };
const unitTests: Step = {
  name: 'Unit and integration tests, and tests of the built files',
  run: () => runJest({ report: 'unit', projects: ['screens', 'node', 'builds'], workers }),
};
const coverage: Step = { name: 'Requirement coverage', run: async () => assertRequirementsCovered() };

/** Files that take more than three seconds and prove no statement of the specification. They need {@link preparation}. */
export const slowTests: Step = {
  name: 'Slow tests',
  run: () => runJest({ report: 'slow', projects: ['slow', 'slow-screens'] }),
};

/** What the steps of a suite need. */
export const preparation: readonly Step[] = [{ ...setUp, parallel: [] }, builds];

/** Lists the steps that run the attacks or the faults. They need {@link preparation}. */
export const listSuiteSteps = (suite: 'security' | 'faults'): readonly Step[] => [
  { name: `${suite}: servers and API`, run: () => runJest({ report: suite, projects: [suite] }) },
  { name: `${suite}: browser`, run: () => runInChromium(`${suite}-browser`, [suite]) },
];

/** The deployment on real containers. Without Docker its tests count as skipped, and a message says so. */
export const deployment: Step = {
  name: 'Deployment in containers',
  run: () => {
    // For the purchase.
    Object.assign(process.env, chromiumVariables());
    return runJest({ report: 'deploy', projects: ['deploy'], workers: 1 });
  },
};

/** Steps of `npm test`: they prove every statement of the specification. */
export const steps: readonly Step[] = [
  setUp,
  builds,
  unitTests,
  { name: 'Core journeys in Chromium', run: () => runInChromium('e2e', ['core']) },
  coverage,
];

/** Steps of `npm run test:all`: every test, with attacks and faults. */
export const allSteps: readonly Step[] = [
  setUp,
  builds,
  unitTests,
  { name: 'Unit and integration tests on Node 24', run: runUnitTestsOnNodeLts },
  slowTests,
  { name: 'Journeys in Chromium', run: () => runInChromium('e2e', ['desktop', 'slow', 'visual']) },
  { name: 'The purchase in Firefox and WebKit', run: runPurchaseInOtherBrowsers },
  ...listSuiteSteps('security'),
  ...listSuiteSteps('faults'),
  deployment,
  coverage,
];

/** @throws When a statement of the specification has no passing test. Journeys that did not run are left out. */
function assertRequirementsCovered(): void {
  const { lines, isCovered } = checkRequirements({ areJourneysSkipped: !hasChromium() });
  for (const line of lines) console.log(line);
  if (!isCovered) throw new Error('Tests do not cover every statement of the specification.');
}
