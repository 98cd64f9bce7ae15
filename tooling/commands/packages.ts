import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { buildPackages, listPublishedFolders } from '../packages/build-packages';
import { readPackageSettings } from '../packages/package-settings';
import { readArguments } from '../read-arguments';
import { runCommand } from '../run-command';
import { getBin, runProgram } from '../test-run/run-program';

/** `npm run packages` builds the packages for remotes outside this repository into `.cache/packages`. */
const settings = readArguments((args) => readPackageSettings(args, process.env));
await runCommand(async () => {
  // The declarations of these packages are all that the build reads of the compiler's output.
  await runProgram(getBin('tsc'), ['-b', ...listPublishedFolders()]);
  for (const { name, version, folder } of await buildPackages(settings, path.join(root, '.cache/packages'))) {
    console.log(`${name}@${version}  ${path.relative(root, folder)}`);
  }
  console.log(`\nPublish those that ${settings.registry} does not have: npm run packages:publish`);
});
