/** `npm run spec`: which statements of the specification the last `npm test` has proved. It runs no test itself. */
import { checkSpecification, findStaleness } from '../requirements-old/check-specification';

const staleness = findStaleness();
if (staleness) {
  console.error(staleness);
  process.exit(1);
}
const { lines, isProved } = checkSpecification();
for (const line of lines) console.log(line);
process.exit(isProved ? 0 : 1);
