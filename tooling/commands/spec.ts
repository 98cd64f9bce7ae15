/**
 * `npm run spec`: which statements of the specification the last `npm test` covers. It runs no test itself.
 * `npm run spec -- --write` writes the pages of docs/specification instead.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { parseOptions, readArguments } from '../read-arguments';
import { checkRequirements } from '../requirements/requirements-coverage';
import { formatPages, pagesFolder } from '../requirements/specification-pages';

const { write: isWriting } = readArguments((args) =>
  parseOptions(args, { write: { type: 'boolean', default: false } }),
);
if (isWriting) {
  const folder = path.join(root, pagesFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of formatPages()) writeFileSync(path.join(folder, name), text);
} else {
  const { lines, isCovered } = checkRequirements();
  for (const line of lines) console.log(line);
  process.exitCode = isCovered ? 0 : 1;
}
