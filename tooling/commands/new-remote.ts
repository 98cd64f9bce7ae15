import { createRemote } from '../remote-template/create-remote';
import { RemoteOptionsError } from '../remote-template/remote-name';
import { parseRemoteOptions } from '../remote-template/remote-options';
import { runCommand } from '../run-command';

/** `npm run new:remote -- reviews --path /reviews` or `-- reviews --slot product.below` writes the remote `mf-reviews`. */
await runCommand(async () => {
  try {
    const options = await parseRemoteOptions(process.argv.slice(2));
    const folder = createRemote(options);
    const tasks = [options.path && `owns ${options.path}`, options.slot && `fills ${options.slot}`].filter(Boolean);
    console.log(`${folder} ${tasks.join(' and ')}. Next:
  npm run standalone -- mf-${options.name}         runs it without the shell
  npm run release -- publish mf-${options.name}    then check, preview, promote; or push, and its workflow does (CONTRIBUTING.md)`);
    return 0;
  } catch (error) {
    if (!(error instanceof RemoteOptionsError)) throw error;
    console.error(error.message);
    return 2;
  }
});
