import { serveFromSource } from '../dev-server/serve-from-source';
import { serveInLiveShop } from '../dev-server/serve-in-live-shop';
import { Supervisor } from '../dev-server/supervisor';

/**
 * `npm run dev` serves every app from source with hot reload; `npm run dev -- mf-catalog` serves one from source. With `SHOP_URL`
 * the rest is the live shop at that address.
 */
const supervisor = new Supervisor();
const serve = process.env.SHOP_URL ? serveInLiveShop : serveFromSource;
serve(supervisor, process.argv.slice(2)).catch((error: unknown) => supervisor.fail(error));
