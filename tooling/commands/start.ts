import { assertFree, readPort } from '@shop/server-settings/port';
import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { openOwnEnvironment, publishApps } from '../build/publish-apps';
import { Supervisor } from '../dev-server/supervisor';

/** `npm start` runs everything; `npm run start:gateway` and `npm run start:api` one part. */
const part = process.argv[2] ?? 'all';
const hasGateway = part !== 'api';
const hasApi = part !== 'gateway';
const supervisor = new Supervisor();

async function start(): Promise<void> {
  const started = performance.now();
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readPort('STORE_API_PORT', 8044);
  const environment = hasGateway ? await openOwnEnvironment() : null;
  if (hasGateway) await assertFree(gatewayPort);
  if (hasApi) {
    await assertFree(apiPort);
    supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`);
  }
  if (environment) {
    console.log('Building apps…');
    await buildApps(console.log);
    await publishApps(environment);
    await supervisor.waitUntilReady();
    supervisor.start('gateway', 'gateway/src/server.ts', { env: gatewayEnvironment(apiPort.port) });
  }
  const services = await supervisor.waitUntilReady();
  const lines = services.map(({ name, address }) => `  ${name.padEnd(12)}${address}`);
  if (hasApi) lines.push('  account     demo@example.com, password demo-kitchen');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\nReady in ${seconds} s. Stop with Ctrl-C.\n${lines.join('\n')}\n`);
  if (part === 'all') await startConsole();
}

/** The console comes last: nobody waits for it, and the shop runs without it. */
async function startConsole(): Promise<void> {
  const service = await supervisor.startOptional('console', 'release-console/server/main.ts');
  if (service) console.log(`  console     ${service.address}\n`);
}

/** Browsers look for the API where the specification puts it; when ours stands on another port they must be told. */
function gatewayEnvironment(apiPort: number): NodeJS.ProcessEnv {
  const url = `http://localhost:${apiPort}/api/v1`;
  const isElsewhere = hasApi && apiPort !== 8044;
  return {
    STORE_API_URL: process.env.STORE_API_URL ?? url,
    ...(isElsewhere && !process.env.PUBLIC_API_URL ? { PUBLIC_API_URL: url } : {}),
  };
}

start().catch((error: unknown) => supervisor.fail(error));
