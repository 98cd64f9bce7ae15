import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { publishPackages } from '../packages/publish-packages';
import { runCommand } from '../run-command';

/** `npm run packages:publish` publishes the packages of `npm run packages`. Its arguments are options of `npm publish`. */
await runCommand(async () => {
  const { published, known } = await publishPackages(path.join(root, '.cache/packages'), process.argv.slice(2));
  if (known.length > 0) console.log(`The registry has these versions already: ${known.join(', ')}`);
  console.log(published.length > 0 ? `Published: ${published.join(', ')}` : 'There is nothing to publish.');
});
