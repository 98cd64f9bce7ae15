import { runStoreApiCommand } from '../dev-server/run-store-api-command';
import { runCommand } from '../run-command';

/** Runs a command of the store API: `npm run order -- TT-4X8K shipped`. */
const [name = '', ...parameters] = process.argv.slice(2);
await runCommand(() => runStoreApiCommand(name, parameters));
