import { parseOptions, readArguments } from '../../read-arguments';
import { runSuite } from '../../test-run/run-suite';

/** `npm run test:faults` runs the suite in full and prints its counts. `npm test` runs a bounded part. */
readArguments((args) => parseOptions(args, {}));
await runSuite('faults');
