import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { buildPackages, listPublishedFolders } from '../packages/build-packages';
import { PackageSettingsError, readPackageSettings } from '../packages/package-settings';
import { runCommand } from '../run-command';
import { getBin, runProgram } from '../test-run/run-program';

/** `npm run packages` builds the packages for remotes outside this repository into `.cache/packages`. */
await runCommand(async () => {
  try {
    const settings = readPackageSettings(process.argv.slice(2), process.env);
    // The declarations of these packages are all that the build reads of the compiler's output.
    await runProgram(getBin('tsc'), ['-b', ...listPublishedFolders()]);
    const packages = await buildPackages(settings, path.join(root, '.cache/packages'));
    for (const { name, version, folder } of packages) {
      console.log(`${name}@${version}  ${path.relative(root, folder)}`);
    }
    console.log(`\nPublish them to ${settings.registry}: cd .cache/packages && npm publish --workspaces`);
    return 0;
  } catch (error) {
    if (!(error instanceof PackageSettingsError)) throw error;
    console.error(error.message);
    return 2;
  }
});
