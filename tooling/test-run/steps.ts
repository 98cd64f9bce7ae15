import { hasChromium } from '../browsers/chromium';
import { buildApps } from '../build/build-apps';
import { checkRequirements } from '../requirements/check-requirements';
import { runJest } from './run-jest';
import { runServerTestsOnNodeLts } from './run-on-node-lts';
import { runJourneys, runPurchaseInOtherBrowsers } from './run-playwright';
import type { Step } from './run-steps';
import { listSuiteSteps } from './run-suite';
import { setUpMachineInBackground } from './set-up-in-background';
import { staticChecks } from './static-checks';

const setUp: Step = {
  name: 'Browsers and servers for the tests',
  run: setUpMachineInBackground,
  // Downloads take as long as the checks, which need none of the programs.
  beside: staticChecks,
};
const unitTests: Step = {
  name: 'Unit and integration tests',
  run: () => runJest({ report: 'unit', projects: ['screens', 'node'] }),
};
const builds: Step = { name: 'Builds', run: () => buildApps(console.log) };
const coverage: Step = { name: 'Requirement coverage', run: async () => assertRequirementsCovered() };

/** Steps of `npm test`: they prove every statement of the specification, in ten minutes on two cores. */
export const steps: readonly Step[] = [
  setUp,
  unitTests,
  builds,
  { name: 'Built files', run: () => runJest({ report: 'builds', projects: ['builds'] }) },
  { name: 'Core journeys in Chromium', run: () => runJourneys(['core']) },
  coverage,
];

/** Steps of `npm run test:all`: every test, with attacks and faults in full. */
export const allSteps: readonly Step[] = [
  setUp,
  unitTests,
  { name: 'Server tests on Node 24', run: runServerTestsOnNodeLts },
  builds,
  { name: 'Built files and slow tests', run: () => runJest({ report: 'builds', projects: ['builds', 'slow'] }) },
  { name: 'Journeys in Chromium', run: () => runJourneys(['desktop', 'visual']) },
  { name: 'The purchase in Firefox and WebKit', run: runPurchaseInOtherBrowsers },
  ...listSuiteSteps('security'),
  ...listSuiteSteps('faults'),
  coverage,
];

/** @throws When a statement of the specification has no passing test. Journeys that did not run are left out. */
function assertRequirementsCovered(): void {
  const { lines, isCovered } = checkRequirements({ areJourneysSkipped: !hasChromium() });
  for (const line of lines) console.log(line);
  if (!isCovered) throw new Error('Tests do not cover every statement of the specification.');
}
