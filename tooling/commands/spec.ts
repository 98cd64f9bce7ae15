/** `npm run spec`: which statements of the specification the last `npm test` covers. It runs no test itself. */
import { parseOptions, readArguments } from '../read-arguments';
import { checkRequirements } from '../requirements/requirements-coverage';

readArguments((args) => parseOptions(args, {}));
const { lines, isCovered } = checkRequirements();
for (const line of lines) console.log(line);
process.exitCode = isCovered ? 0 : 1;
