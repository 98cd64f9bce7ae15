import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { checkPackage, writePackageReport } from '../api-report/check-package';
import { listPackageFolders } from '../api-report/package-api';
import { parseOptions, readArguments } from '../read-arguments';
import { getBin, runProgram } from '../test-run/run-program';

/**
 * `npm run api-report` compares every package in `shared/` with its API report. With `--write` it raises the versions that the
 * changes demand, and writes reports and changelog entries. CONTRIBUTING.md "Share something".
 */
const { write: isWriting } = readArguments((args) =>
  parseOptions(args, { write: { type: 'boolean', default: false } }),
);

const folders = listPackageFolders(path.join(root, 'shared'));
await runProgram(getBin('tsc'), ['-b', ...folders]);
const lines: string[] = [];
for (const folder of folders) {
  lines.push(...(isWriting ? await writePackageReport(root, folder) : await checkPackage(folder)));
}
console.log(lines.length > 0 ? lines.join('\n') : `${folders.length} API reports are current.`);
process.exit(isWriting || lines.length === 0 ? 0 : 1);
