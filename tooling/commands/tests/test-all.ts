import { parseOptions, readArguments } from '../../read-arguments';
import { clearResults } from '../../test-run/results-folder';
import { runSteps } from '../../test-run/run-steps';
import { allSteps } from '../../test-run/steps';

/** `npm run test:all` runs every test, with attacks and faults in full, and prints their counts. */
readArguments((args) => parseOptions(args, {}));
clearResults();
process.exit((await runSteps(allSteps)) ? 0 : 1);
