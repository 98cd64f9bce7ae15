/**
 * `npm run spec`: which statements of the specification the last `npm test` covers. It runs no test itself.
 * `npm run spec -- --write` writes the pages of docs/specification instead.
 */
import { parseOptions, readArguments } from '../read-arguments';
import { checkRequirements, findStaleness } from '../requirements/check-requirements';
import { writePages } from '../requirements/write-pages';

const { write: isWriting } = readArguments((args) =>
  parseOptions(args, { write: { type: 'boolean', default: false } }),
);
if (isWriting) {
  for (const page of writePages()) console.log(page);
  process.exit(0);
}
const staleness = findStaleness();
if (staleness) {
  console.error(staleness);
  process.exit(1);
}
const { lines, isCovered } = checkRequirements();
for (const line of lines) console.log(line);
process.exit(isCovered ? 0 : 1);
