import { parseOptions, readArguments } from '../read-arguments';
import { setUpMachine } from '../system-packages/set-up-machine';

/** `npm run setup` installs the browsers and servers that the tests use. `npm test` does it first. */
readArguments((args) => parseOptions(args, {}));
setUpMachine(console.log);
