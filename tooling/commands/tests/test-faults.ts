import { parseOptions, readArguments } from '../../read-arguments';
import { runSuite } from '../../test-run/run-suite';

/** `npm run test:faults` runs the suite and prints its counts. */
readArguments((args) => parseOptions(args, {}));
await runSuite('faults');
