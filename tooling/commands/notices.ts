import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatNotices } from '../notices/format-notices';
import { listShippedPackages } from '../notices/shipped-packages';
import { parseOptions, readArguments } from '../read-arguments';

/** `npm run notices -w tooling` writes THIRD-PARTY-NOTICES.txt from the installed packages. */
readArguments((args) => parseOptions(args, {}));
const root = path.resolve(import.meta.dirname, '../..');
const packages = listShippedPackages(root);
writeFileSync(path.join(root, 'THIRD-PARTY-NOTICES.txt'), formatNotices(root, packages));
console.log(`THIRD-PARTY-NOTICES.txt covers ${packages.length} packages.`);
