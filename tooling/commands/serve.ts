import { serveFromSource } from '../dev-server/serve-from-source';
import { serveInLiveShop } from '../dev-server/serve-in-live-shop';
import { readShopParts, serveShop } from '../dev-server/serve-shop';
import { serveComponentGallery, serveStandalone } from '../dev-server/serve-standalone';
import { Supervisor } from '../dev-server/supervisor';
import { parseOptions } from '../read-arguments';

/** The commands that run servers until this process ends. Each refuses words that it does not know. */
const commands: Record<string, (supervisor: Supervisor, args: readonly string[]) => Promise<void>> = {
  /** `npm start` runs the whole shop; `npm start gateway` and `npm start api` run one part. */
  start: async (supervisor, args) => serveShop(supervisor, readShopParts(args)),
  /**
   * `npm run dev` serves every app from source with hot reload; `npm run dev -- mf-catalog` serves one from source. With
   * `SHOP_URL` the rest is the live shop at that address.
   */
  dev: process.env.SHOP_URL?.trim() ? serveInLiveShop : serveFromSource,
  /** `npm run standalone -- mf-catalog` runs one remote without the shell. */
  standalone: serveStandalone,
  /** `npm run components` serves the component gallery. */
  components: async (supervisor, args) => {
    parseOptions(args, {});
    await serveComponentGallery(supervisor);
  },
};

const [command = '', ...args] = process.argv.slice(2);
const supervisor = new Supervisor();
commands[command]?.(supervisor, args).catch((error: unknown) => supervisor.fail(error));
