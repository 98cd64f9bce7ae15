import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { checkPackage, writePackageReport } from '../api-report/check-package';
import { listPackageFolders } from '../api-report/package-api';
import { getBin, runProgram } from '../test-run/run-program';

/**
 * `npm run api-report` compares every package in `shared/` with its API report. With `--write` it raises the versions that the
 * changes demand, and writes reports and changelog entries. CONTRIBUTING.md "Share something".
 */
const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--write');
if (unknown) {
  console.error(`There is no option "${unknown}": run "npm run api-report" or "npm run api-report -- --write".`);
  process.exit(2);
}

const folders = listPackageFolders(path.join(root, 'shared'));
await runProgram(getBin('tsc'), ['-b', ...folders]);
const lines: string[] = [];
for (const folder of folders) {
  lines.push(...(args.includes('--write') ? await writePackageReport(root, folder) : await checkPackage(folder)));
}
console.log(lines.length > 0 ? lines.join('\n') : `${folders.length} API reports are current.`);
process.exit(args.includes('--write') || lines.length === 0 ? 0 : 1);
