import { listApps } from '@shop/release-cli/build/workspace';
import { openReleaseEnvironment } from '@shop/release-cli/host/open-environment';
import { assertFree, readPort } from '@shop/server-settings/port';
import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { openLocalEnvironment, publishApps } from '../build/publish-apps';
import { getAddressVariables, getNextMetricsPort, readStoreApiPort } from './store-api';
import type { Supervisor } from './supervisor';

/**
 * Serves apps from source with hot reload, and the rest of the shop from releases of the environment `development`. The
 * shell always runs from source: hot reload needs React's development build, which the shell provides. `DEV_PORT` is the first port of
 * the apps' development servers.
 *
 * @param wanted Apps to serve from source. Empty for all.
 * @throws When there is no such app, a port cannot be used, an app does not build, or a server does not start.
 */
export async function serveFromSource(supervisor: Supervisor, wanted: readonly string[]): Promise<void> {
  const apps = listApps();
  const unknown = wanted.find((app) => !apps.includes(app));
  if (unknown) throw new Error(`There is no app "${unknown}": choose from ${apps.join(', ')}.`);
  const fromSource = wanted.length === 0 ? apps : apps.filter((app) => app === 'shell' || wanted.includes(app));
  const released = apps.filter((app) => !fromSource.includes(app));
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readStoreApiPort();
  const firstDevPort = readPort('DEV_PORT', 3100);
  const devPorts = fromSource.map((app, index) => ({ ...firstDevPort, app, port: firstDevPort.port + index }));
  await assertFree(gatewayPort, apiPort, ...devPorts);

  const addresses = getAddressVariables({ page: gatewayPort.port, api: apiPort.port });
  supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`, {
    env: { ...addresses.storeApi, ...getNextMetricsPort() },
  });
  process.env.RELEASE_ENV = 'development';
  if (released.length > 0) await publishReleasedApps(released);
  // No gateway starts without keys, and a new checkout has none.
  else await openReleaseEnvironment(process.env.RELEASE_ENV, 'read');
  console.log(`Serving ${fromSource.join(', ')} from source…`);
  for (const { app, port } of devPorts) {
    const env = { NODE_ENV: 'development', DEV_PORT: String(port) };
    supervisor.start(app, 'tooling/dev-server/dev-app.mjs', { env, args: [app] });
  }
  await supervisor.waitUntilReady();
  const args = devPorts.map(({ app, port }) => `${app}=http://127.0.0.1:${port}`);
  supervisor.start('gateway', 'platform/gateway/src/server.ts', { env: addresses.gateway, args });
  await supervisor.waitUntilReady();
  console.log(`\nThe shop runs at http://localhost:${gatewayPort.port}. Change a file and watch. Stop with Ctrl-C.\n`);
}

async function publishReleasedApps(released: readonly string[]): Promise<void> {
  const environment = await openLocalEnvironment();
  console.log(`Building ${released.join(', ')}…`);
  await buildApps(console.log, ['shell', ...released]);
  await publishApps(environment, ['shell', ...released]);
}
