import { parseOptions, readArguments } from '../../read-arguments';
import { clearResults } from '../../test-run/results-folder';
import { runSteps } from '../../test-run/run-steps';
import { steps } from '../../test-run/steps';

/** `npm test` proves every statement of the specification. `npm run test:all` runs every test. */
readArguments((args) => parseOptions(args, {}));
clearResults();
process.exit((await runSteps(steps)) ? 0 : 1);
