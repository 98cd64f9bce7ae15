import { runSuite } from '../../test-run/run-suite';

/** `npm run test:faults` runs the suite in full and prints its counts. `npm test` runs a bounded part. */
await runSuite('faults');
