import { serveFromSource } from '../dev-server/serve-from-source';
import { Supervisor } from '../dev-server/supervisor';

/** `npm run dev` serves every app from source with hot reload; `npm run dev -- mf-catalog` serves one from source. */
const supervisor = new Supervisor();
serveFromSource(supervisor, process.argv.slice(2)).catch((error: unknown) => supervisor.fail(error));
