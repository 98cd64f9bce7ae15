import { buildApps } from './build-apps';
import { assertFree, readPort } from './ports';
import { publishApps } from './publish-apps';
import { type Service, startService, stopService } from './services';

/** `npm start` runs everything; `npm run start:gateway` and `npm run start:api` one part. */
const part = process.argv[2] ?? 'all';
const hasGateway = part !== 'api';
const hasApi = part !== 'gateway';

const services: Service[] = [];
let isStopping = false;

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(services.map(stopService));
  process.exit(exitCode);
}

function keep(service: Service): void {
  services.push(service);
  service.process.once('exit', () => {
    if (isStopping) return;
    console.error(`The ${service.name} ended unexpectedly: the lines above say why.`);
    void stop(1);
  });
}

async function start(): Promise<void> {
  const started = performance.now();
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readPort('STORE_API_PORT', 8044);
  if (hasGateway) await assertFree(gatewayPort);
  if (hasApi) await assertFree(apiPort);

  const api = hasApi ? startService('store API', 'store-api/src/server.ts', {}) : null;
  // Awaited below; a failure while the apps build must not count as unhandled.
  api?.catch(() => undefined);
  if (hasGateway) {
    console.log('Building apps…');
    await buildApps(console.log);
    await publishApps();
  }
  if (api) keep(await api);
  // Browsers look for the API where the specification puts it; on another port they must be told.
  const apiUrl = `http://localhost:${apiPort.port}/api/v1`;
  const isElsewhere = hasApi && apiPort.port !== 8044;
  const apiEnv = { STORE_API_URL: apiUrl, ...(isElsewhere ? { PUBLIC_API_URL: apiUrl } : {}) };
  if (hasGateway)
    keep(await startService('gateway', 'gateway/src/server.ts', hasApi ? { ...apiEnv, ...process.env } : {}));
  announce((performance.now() - started) / 1000);
}

function announce(seconds: number): void {
  const lines = services.map(({ name, address }) => `  ${name.padEnd(12)}${address}`);
  if (hasApi) lines.push('  account     demo@example.com, password demo-kitchen');
  console.log(`\nReady in ${seconds.toFixed(1)} s. Stop with Ctrl-C.\n${lines.join('\n')}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

start().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
});
