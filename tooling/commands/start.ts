import { readShopParts, serveShop } from '../dev-server/serve-shop';
import { Supervisor } from '../dev-server/supervisor';

/** `npm start` runs the whole shop; `npm run start:gateway` and `npm run start:api` run one part. */
const supervisor = new Supervisor();
serveShop(supervisor, readShopParts(process.argv[2])).catch((error: unknown) => supervisor.fail(error));
