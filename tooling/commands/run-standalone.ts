import { serveStandalone } from '../dev-server/serve-standalone';
import { Supervisor } from '../dev-server/supervisor';

/** `npm run standalone -- mf-catalog` runs one remote without the shell. */
const supervisor = new Supervisor();
serveStandalone(supervisor, process.argv[2]).catch((error: unknown) => supervisor.fail(error));
