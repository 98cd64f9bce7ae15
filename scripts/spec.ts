/** `npm run spec`: which statements of the specification the last `npm test` covers. It runs no test itself. */
import { checkRequirements, findStaleness } from '../tooling/requirements/check-requirements';

const staleness = findStaleness();
if (staleness) {
  console.error(staleness);
  process.exit(1);
}
const { lines, isCovered } = checkRequirements();
for (const line of lines) console.log(line);
process.exit(isCovered ? 0 : 1);
