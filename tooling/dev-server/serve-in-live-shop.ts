import { listApps } from '@shop/release-cli/build/workspace';
import { readDevSettings } from '@shop/release-cli/development/dev-settings';
import { readLiveComposition } from '@shop/release-cli/development/live-shop';
import { startLocalGateway } from '@shop/release-cli/development/local-gateway';
import { assertFree } from '@shop/server-settings/port';
import type { Supervisor } from './supervisor';

/**
 * Serves one remote from source in the page of a live shop, as `shop dev` does in the repository of a remote.
 *
 * @param args The remote, and options of `shop dev` after it.
 * @throws When there is no such remote, a port cannot be used, the shop does not respond, or the remote does not build.
 */
export async function serveInLiveShop(supervisor: Supervisor, args: readonly string[]): Promise<void> {
  const firstOption = args.findIndex((argument) => argument.startsWith('-'));
  const wanted = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = firstOption < 0 ? [] : args.slice(firstOption);
  const { shopUrl, port, devPort } = readDevSettings(options, process.env);
  const remotes = listApps().filter((name) => name !== 'shell');
  const [app = '', ...more] = wanted;
  if (!remotes.includes(app) || more.length > 0) {
    throw new Error(
      `A live shop shows one remote from source: npm run dev -- ${remotes[0]} (or ${remotes.slice(1).join(', ')}).`,
    );
  }
  await assertFree({ variable: '--port or PORT', port }, { variable: '--dev-port', port: devPort });
  const live = await readLiveComposition(shopUrl);
  const env = { NODE_ENV: 'development', DEV_PAGE: 'live', DEV_PORT: String(devPort) };
  supervisor.start(app, 'tooling/dev-server/dev-app.mjs', { env, args: [app] });
  await supervisor.waitUntilReady();
  await startLocalGateway({ shopUrl, live, app, devServerUrl: `http://127.0.0.1:${devPort}`, port });
}
