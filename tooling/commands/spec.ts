/** `npm run spec`: which statements of the specification the last `npm test` covers. It runs no test itself. */
import { checkRequirements } from '../requirements/requirements-coverage';

const { lines, isCovered } = checkRequirements();
for (const line of lines) console.log(line);
process.exitCode = isCovered ? 0 : 1;
