import { listApps } from '@shop/release-cli/build/workspace';
import { assertFree, readPort } from '@shop/server-settings/port';
import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { openOwnEnvironment, publishApps } from '../build/publish-apps';
import { Supervisor } from '../dev-server/supervisor';

/** First port of the apps' development servers. */
const firstDevPort = 3100;

/**
 * `npm run dev` serves every app from source with hot reload; `npm run dev -- mf-catalog` serves one from source and the
 * rest from their releases. The shell always runs from source: hot reload needs React's development build, which it
 * provides.
 */
const wanted = process.argv.slice(2);
const apps = listApps();
const supervisor = new Supervisor();

async function start(): Promise<void> {
  const unknown = wanted.find((app) => !apps.includes(app));
  if (unknown) throw new Error(`There is no app "${unknown}": choose from ${apps.join(', ')}.`);
  const fromSource = wanted.length === 0 ? apps : apps.filter((app) => app === 'shell' || wanted.includes(app));
  const released = apps.filter((app) => !fromSource.includes(app));
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readPort('STORE_API_PORT', 8044);
  const devPorts = fromSource.map((app, at) => ({ app, variable: 'DEV_PORT', port: firstDevPort + at }));
  for (const port of [gatewayPort, apiPort, ...devPorts]) await assertFree(port);

  supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`);
  process.env.RELEASE_ENV = 'development';
  if (released.length > 0) {
    const environment = await openOwnEnvironment();
    console.log(`Building ${released.join(', ')}…`);
    await buildApps(console.log, ['shell', ...released]);
    await publishApps(environment, ['shell', ...released]);
  }
  console.log(`Serving ${fromSource.join(', ')} from source…`);
  for (const { app, port } of devPorts) {
    supervisor.start(app, 'tooling/dev-server/dev-app.mjs', {
      env: { NODE_ENV: 'development', DEV_PORT: String(port) },
      args: [app],
    });
  }
  await supervisor.waitUntilReady();
  const sourceApps = devPorts.map(({ app, port }) => `${app}=http://127.0.0.1:${port}`).join(',');
  const apiUrl = `http://localhost:${apiPort.port}/api/v1`;
  const publicApi = apiPort.port === 8044 ? {} : { PUBLIC_API_URL: apiUrl };
  supervisor.start('gateway', 'gateway/src/server.ts', {
    env: { SOURCE_APPS: sourceApps, STORE_API_URL: apiUrl, ...publicApi },
  });
  await supervisor.waitUntilReady();
  console.log(`\nThe shop runs at http://localhost:${gatewayPort.port}. Change a file and watch. Stop with Ctrl-C.\n`);
}

start().catch((error: unknown) => supervisor.fail(error));
