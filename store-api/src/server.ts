import { closeOnSignal } from '@shop/server-runtime/close-on-signal';
import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { listen } from '@shop/server-runtime/listen';
import { formatError } from '@shop/server-runtime/logs/format-error';
import { serializeError } from '@shop/server-runtime/logs/serialize-error';
import { serveMetrics } from '@shop/server-runtime/metrics/metrics-server';
import { startTracing } from '@shop/server-runtime/traces/start-tracing';
import { seedCatalog } from '../catalog/seed-catalog';
import { buildApp, serverTimeouts } from './app';
import { openStoreDatabase } from './database/database';
import { describeCorrectableError } from './errors/correctable-error';
import { createQueryObserver } from './operation/observe-query';
import { createStoreApiMetrics } from './operation/store-api-metrics';
import { listenForOperator } from './operator/listen-for-operator';
import {
  createOperatorSecret,
  removeOperatorCredentials,
  writeOperatorCredentials,
} from './operator/operator-credentials';
import { disableDemoAccount, seedDemoAccount } from './seed/demo-account';
import { seedProducts } from './seed/seed-products';
import { readStoreApiSettings, type StoreApiSettings } from './settings';

/** Close functions of the open resources. They run in reverse order, so that every acknowledged write is stored. */
const closeFunctions: (() => Promise<void>)[] = [];

async function closeAll(): Promise<void> {
  for (let close = closeFunctions.pop(); close; close = closeFunctions.pop()) await close();
}

/** Opens and seeds the database and starts to listen. */
async function start(settings: StoreApiSettings): Promise<string> {
  const { dataDir, databaseUrl, sandbox } = settings;
  const tracing = await startTracing('store-api', process.env, (error) =>
    console.error(`Traces are not sent: ${formatError(error)}`),
  );
  if (tracing) closeFunctions.push(tracing.stop);
  const metrics = settings.metrics && createStoreApiMetrics();
  const onQuery = tracing || metrics ? createQueryObserver(metrics) : undefined;
  const { db, pool, dump, close: closeDatabase } = await openStoreDatabase(settings, onQuery);
  closeFunctions.push(closeDatabase);
  await seedProducts(db, seedCatalog);
  await (sandbox ? seedDemoAccount(db) : disableDemoAccount(db));

  const operatorSecret = createOperatorSecret();
  const app = await buildApp({ settings, db, pool, dump, operatorSecret, shutdown, tracing, metrics });
  closeFunctions.push(() => app.close());
  if (metrics && settings.metrics) {
    const served = await serveMetrics({ ...settings.metrics, ...metrics });
    closeFunctions.push(served.close);
  }
  // The first answers of a process take several times as long as the next, and a gateway waits a second for the data of a page.
  for (const path of ['/products?limit=12', '/search?limit=12']) await app.inject(`/api/v1${path}`);
  const { port, close: stopListening } = await listen(app, {
    port: settings.port,
    host: settings.host,
    portVariable: 'STORE_API_PORT',
    connectionsCheckingInterval: serverTimeouts.connectionsCheckingInterval,
  });
  if (databaseUrl) closeFunctions.push(stopListening);
  else {
    const operator = await listenForOperator(app);
    closeFunctions.push(async () => void (await Promise.all([stopListening(), operator.close()])));
    await writeOperatorCredentials(dataDir, { url: operator.url, secret: operatorSecret });
    closeFunctions.push(() => removeOperatorCredentials(dataDir));
  }
  return `http://localhost:${port}`;
}

async function exitWithError(error: unknown): Promise<never> {
  console.error(describeCorrectableError(error) ?? serializeError(error));
  await closeAll();
  process.exit(1);
}

const shutdown = createShutdownState();

/** Closes everything on a signal or an unexpected error. The delay exceeds the limits of pending requests and e-mails. */
function installCloseHandler({ drainSeconds }: StoreApiSettings) {
  return closeOnSignal({ delay: drainSeconds * 1000 + 10_000, logger: false }, async ({ err }) => {
    if (err) console.error(serializeError(err));
    await shutdown.drain(err ? 0 : drainSeconds);
    await closeAll();
  });
}

try {
  const settings = readStoreApiSettings(process.env);
  // The handler is installed before any resource is open, because a signal may arrive during the start.
  const close = installCloseHandler(settings);
  const url = await start(settings);
  if (!settings.upiPayee) {
    process.stdout.write('Shoppers can pay on delivery only: UPI_PAYEE is not set.\n');
  }
  process.stdout.write(`The store API is ready at ${url}/api/v1. Its documentation is at ${url}/docs.\n`);
  if (process.send) {
    process.once('disconnect', close);
    process.send({ ready: true, address: url });
  }
} catch (error) {
  // A signal during the start closes resources that the start still uses. The errors that follow are expected.
  if (!shutdown.isClosing) await exitWithError(error);
}
