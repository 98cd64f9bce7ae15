import { assertFree, readPort } from '@shop/server-settings/port';
import { Supervisor } from '../dev-server/supervisor';

/** `npm run components` serves the page of components: what `shared/ui` and `shared/forms` have for screens. */
const supervisor = new Supervisor();

async function start(): Promise<void> {
  const page = readPort('PORT', 3000);
  await assertFree(page);
  const env = { NODE_ENV: 'development', DEV_PORT: String(page.port) };
  supervisor.start('page of components', 'tooling/dev-server/dev-app.mjs', { env, args: ['shared/harness'] });
  await supervisor.waitUntilReady();
  console.log(`\nThe components are at http://localhost:${page.port}. Stop with Ctrl-C.\n`);
}

start().catch((error: unknown) => supervisor.fail(error));
