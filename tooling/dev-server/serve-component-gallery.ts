import { assertFree, readPort } from '@shop/server-settings/port';
import type { Supervisor } from './supervisor';

/** Serves a page with every component of `shared/ui` and `shared/forms` in its states. @throws When the port is in use. */
export async function serveComponentGallery(supervisor: Supervisor): Promise<void> {
  const page = readPort('PORT', 3000);
  await assertFree(page);
  const env = { NODE_ENV: 'development', DEV_PORT: String(page.port) };
  supervisor.start('component gallery', 'tooling/dev-server/dev-app.mjs', { env, args: ['shared/harness'] });
  await supervisor.waitUntilReady();
  console.log(`\nThe components are at http://localhost:${page.port}. Stop with Ctrl-C.\n`);
}
