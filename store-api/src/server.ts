import closeWithGrace from 'close-with-grace';
import { seedCatalog } from '../catalog/seed-catalog';
import { buildApp } from './app';
import { openDatabase } from './database/database';
import { DatabaseUnavailableError } from './database/database-unavailable-error';
import { listen, PortUnavailableError } from './http/listen';
import {
  createOperatorSecret,
  removeOperatorCredentials,
  writeOperatorCredentials,
} from './operator/operator-credentials';
import { seedDemoAccount } from './seed/seed-demo-account';
import { seedProducts } from './seed/seed-products';
import { readSettings, SettingsError, type StoreApiSettings } from './settings';

/** What is open, to be closed in the opposite order, so that nothing acknowledged is lost. */
const open: (() => Promise<void>)[] = [];

async function closeAll(): Promise<void> {
  for (let close = open.pop(); close; close = open.pop()) await close();
}

/** Owns the process: opens the database, fills it, and listens. */
async function start(settings: StoreApiSettings): Promise<string> {
  const { dataDir, databaseUrl, sandbox } = settings;
  const { db, close: closeDatabase } = await openDatabase(settings);
  open.push(closeDatabase);
  await seedProducts(db, seedCatalog);
  if (sandbox) await seedDemoAccount(db);

  const operatorSecret = createOperatorSecret();
  const app = await buildApp({ settings, db, operatorSecret });
  open.push(() => app.close());
  const { port, close: stopListening } = await listen(app, settings.port, settings.host);
  open.push(stopListening);
  if (!databaseUrl) {
    await writeOperatorCredentials(dataDir, { url: `http://127.0.0.1:${port}`, secret: operatorSecret });
    open.push(() => removeOperatorCredentials(dataDir));
  }
  return `http://localhost:${port}`;
}

async function giveUp(error: unknown): Promise<never> {
  const expected =
    error instanceof SettingsError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof PortUnavailableError;
  console.error(expected ? error.message : error);
  await closeAll();
  process.exit(1);
}

// Before anything is open: a signal may come while the server starts.
let isClosing = false;
const { close } = closeWithGrace({ delay: 10_000, logger: false }, async ({ err }) => {
  isClosing = true;
  if (err) console.error(err);
  await closeAll();
});

try {
  const address = await start(readSettings(process.env));
  process.stdout.write(`The store API is ready at ${address}/api/v1, its description at ${address}/docs.\n`);
  if (process.send) {
    process.once('disconnect', close);
    process.send({ ready: true, address });
  }
} catch (error) {
  // What was closed while it started fails, and means nothing.
  if (!isClosing) await giveUp(error);
}
