import { hasChromium } from '../browsers/chromium';
import { buildApps } from '../build/build-apps';
import { checkRequirements } from '../requirements/check-requirements';
import { runJest } from './run-jest';
import { runServerTestsOnNodeLts } from './run-on-node-lts';
import { runJourneys, runPurchaseInOtherBrowsers } from './run-playwright';
import type { Step } from './run-steps';
import { boundedSuites } from './run-suite';
import { setUpMachineInBackground } from './set-up-in-background';
import { staticChecks } from './static-checks';

interface StepOptions {
  /** Leaves out the tests in browsers. */
  isFast: boolean;
}

/** @returns The steps of `npm test`, in order. */
export function listSteps({ isFast }: StepOptions): Step[] {
  return [
    // Downloads take as long as the checks, which need none of the programs.
    { name: 'Browsers and servers for the tests', run: setUpMachineInBackground, beside: staticChecks },
    {
      name: 'Unit and integration tests',
      run: () => runJest({ report: 'unit', projects: ['screens', 'node'] }),
    },
    { name: 'Server tests on Node 24', run: runServerTestsOnNodeLts },
    { name: 'Builds', run: () => buildApps(console.log) },
    { name: 'Built files', run: () => runJest({ report: 'builds', projects: ['builds'] }) },
    boundedSuites,
    ...(isFast ? [] : browserSteps),
    { name: 'Requirement coverage', run: async () => assertRequirementsCovered({ isFast }) },
  ];
}

const browserSteps: readonly Step[] = [
  { name: 'Journeys in Chromium', run: runJourneys },
  { name: 'The purchase in Firefox and WebKit', run: runPurchaseInOtherBrowsers },
];

/** @throws When a statement of the specification has no passing test. Journeys that did not run are left out. */
function assertRequirementsCovered({ isFast }: StepOptions): void {
  const { lines, isCovered } = checkRequirements({ areJourneysSkipped: isFast || !hasChromium() });
  for (const line of lines) console.log(line);
  if (!isCovered) throw new Error('Tests do not cover every statement of the specification.');
}
