import { listApps } from '@shop/release-cli/build/workspace';
import { assertFree, readPort } from '@shop/server-settings/port';
import { bundleStoreApi } from '../build/bundle-store-api';
import { demoAccount, formatDemoAccount, getAddressVariables, getStoreApiUrl, readStoreApiPort } from './store-api';
import type { Supervisor } from './supervisor';

/**
 * Serves one remote from source, without the shell, and the store API.
 *
 * @param args The name of the remote.
 * @throws When there is no such remote, a port cannot be used, or a server does not start.
 */
export async function serveStandalone(supervisor: Supervisor, args: readonly string[]): Promise<void> {
  const remotes = listApps().filter((name) => name !== 'shell');
  const [remote = '', ...more] = args;
  if (!remotes.includes(remote) || more.length > 0) {
    throw new Error(`Name one remote: npm run standalone -- ${remotes[0]} (or ${remotes.slice(1).join(', ')}).`);
  }
  const page = readPort('PORT', 3000);
  const api = readStoreApiPort();
  await assertFree(page, api);
  const { storeApi } = getAddressVariables({ page: page.port, api: api.port });
  supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`, { env: storeApi });
  const apiUrl = getStoreApiUrl(api.port);
  const env = { STANDALONE: '1', NODE_ENV: 'development', DEV_PORT: String(page.port), PUBLIC_API_URL: apiUrl };
  supervisor.start(remote, 'tooling/dev-server/dev-app.mjs', { env, args: [remote] });
  await supervisor.waitUntilReady();
  // The sign-in page belongs to the shell, which does not run.
  console.log(`
${remote} runs without the shell at http://localhost:${page.port}. Stop with Ctrl-C.

To sign in, press "Use a token" at the top of the page and paste the "token" of this response:
  curl -s ${apiUrl}/users/authorize -H 'content-type: application/json' -d '${JSON.stringify(demoAccount)}'
This is the demo account: ${formatDemoAccount()}.
`);
}

/** Serves a page with every component of `shared/ui` and `shared/forms` in its states. @throws When the port cannot be used. */
export async function serveComponentGallery(supervisor: Supervisor): Promise<void> {
  const page = readPort('PORT', 3000);
  await assertFree(page);
  const env = { NODE_ENV: 'development', DEV_PORT: String(page.port) };
  supervisor.start('component gallery', 'tooling/dev-server/dev-app.mjs', { env, args: ['shared/harness'] });
  await supervisor.waitUntilReady();
  console.log(`\nThe components are at http://localhost:${page.port}. Stop with Ctrl-C.\n`);
}
