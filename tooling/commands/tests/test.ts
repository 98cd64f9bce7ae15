import { parseOptions, readArguments } from '../../read-arguments';
import { clearResults } from '../../test-run/results-folder';
import { runSteps } from '../../test-run/run-steps';
import { listSteps } from '../../test-run/steps';

/** `npm test` runs every check and test. `npm test -- --fast` leaves out the tests in browsers. */
const { fast: isFast } = readArguments((args) => parseOptions(args, { fast: { type: 'boolean', default: false } }));

clearResults();
const isPassed = await runSteps(listSteps({ isFast }));
process.exit(isPassed ? 0 : 1);
