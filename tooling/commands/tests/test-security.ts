import { runSuite } from '../../test-run/run-suite';

/** `npm run test:security` runs the suite in full and prints its counts. `npm test` runs a bounded part. */
await runSuite('security');
