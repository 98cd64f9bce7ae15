import { parseOptions, readArguments } from '../read-arguments';
import { clearResults } from '../test-run/results-folder';
import { runPurchaseInOtherBrowsers } from '../test-run/run-playwright';
import { runSteps, type Step } from '../test-run/run-steps';
import { allSteps, deployment, listSuiteSteps, preparation, slowTests, steps } from '../test-run/steps';

/** The commands that run tests. Each prints its steps with the counts of its tests, and exits with 1 when a test fails. */
const commands: Record<string, readonly Step[]> = {
  /** `npm test` proves every statement of the specification. */
  test: steps,
  /** `npm run test:slow` runs the Jest tests that `npm test` leaves out. */
  'test-slow': [...preparation, slowTests],
  /** `npm run test:all` runs every test, with attacks and faults. */
  'test-all': allSteps,
  'test-security': [...preparation, ...listSuiteSteps('security')],
  'test-faults': [...preparation, ...listSuiteSteps('faults')],
  /** `npm run test:deploy` runs what an operator does, on real containers. */
  'test-deploy': [deployment],
  /** `npm run browsers -w e2e` runs the purchase in Firefox and WebKit. */
  'test-browsers': [{ name: 'The purchase in Firefox and WebKit', run: runPurchaseInOtherBrowsers }],
};

readArguments(([, ...args]) => parseOptions(args, {}));
clearResults();
// Most of the time of a suite of the store API is the start of its databases.
if (process.argv[2] === 'test') process.env.ONE_TEST_DATABASE = '1';
process.exit((await runSteps(commands[process.argv[2] ?? ''] ?? [])) ? 0 : 1);
