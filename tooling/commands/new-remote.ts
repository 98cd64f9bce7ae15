import { createRemote } from '../remote-template/create-remote';
import { describeRemote, parseRemoteOptions } from '../remote-template/remote-options';
import { runCommand } from '../run-command';

/** `npm run new:remote -- reviews --path /reviews` or `-- reviews --slot product.below` writes the remote `mf-reviews`. */
await runCommand(async () => {
  const usage = 'npm run new:remote -- reviews --path /reviews';
  const remote = parseRemoteOptions(process.argv.slice(2), usage, { folder: { type: 'string' } });
  const folder = await createRemote(remote);
  console.log(`${folder} ${describeRemote(remote)}. Next:
  npm run standalone -- mf-${remote.name}         runs it without the shell
  npm run release -- publish mf-${remote.name}    then check, preview, promote; or push, and its workflow does (CONTRIBUTING.md)`);
});
