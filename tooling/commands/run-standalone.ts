import { listApps } from '@shop/release-cli/build/workspace';
import { assertFree, readPort } from '@shop/server-settings/port';
import { bundleStoreApi } from '../build/bundle-store-api';
import { Supervisor } from '../dev-server/supervisor';

/** `npm run standalone -- mf-catalog` runs one remote by itself, with the store API and nothing else. */
const app = process.argv[2] ?? '';
const supervisor = new Supervisor();

async function start(): Promise<void> {
  const remotes = listApps().filter((name) => name !== 'shell');
  if (!remotes.includes(app)) {
    throw new Error(
      `Name the remote to run alone: npm run standalone -- ${remotes[0]} (or ${remotes.slice(1).join(', ')}).`,
    );
  }
  const page = readPort('PORT', 3000);
  const api = readPort('STORE_API_PORT', 8044);
  for (const port of [page, api]) await assertFree(port);
  supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`);
  const env = { ALONE: '1', NODE_ENV: 'development', DEV_PORT: String(page.port) };
  const apiUrl = { PUBLIC_API_URL: `http://localhost:${api.port}/api/v1` };
  supervisor.start(app, 'tooling/dev-server/dev-app.mjs', { env: { ...env, ...apiUrl }, args: [app] });
  await supervisor.waitUntilReady();
  console.log(`\n${app} runs alone at http://localhost:${page.port}. Stop with Ctrl-C.\n`);
}

start().catch((error: unknown) => supervisor.fail(error));
