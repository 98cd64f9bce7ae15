import { parseOptions, readArguments } from '../../read-arguments';
import { runSuite } from '../../test-run/run-suite';

/** `npm run test:security` runs the suite and prints its counts. */
readArguments((args) => parseOptions(args, {}));
await runSuite('security');
