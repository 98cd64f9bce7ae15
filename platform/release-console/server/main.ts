import { loadWebhooks, releaseHost } from '@shop/release-cli/host/release-host';
import { createAccessToken, getRules, hashAccessToken } from '@shop/releases/policy/policy';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { assertFree, readPort } from '@shop/server-settings/port';
import { readSettings } from '@shop/server-settings/read-settings';
import closeWithGrace from 'close-with-grace';
import { createConsole } from './app';
import { buildConsolePage } from './build-page';
import type { CreateGates } from './changes/gated-changes';
import { loadAuthConfig } from './session/auth-config';
import { consoleVariables } from './settings';
import { watchEnvironments } from './store/watch-environments';

/*
 * Entry of `npm run console`. Without an argument it serves the release console. `npm run console -- token` creates an access
 * token for a person of a release policy.
 */

/** The only interface of the console: a person with a token can change the live shop. */
const loopback = '127.0.0.1';

async function serve(): Promise<void> {
  // `npm start` runs the console as a child process. The console ends with its parent.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const { CONSOLE_TOKEN, CONSOLE_PORT, SHOP_URL, RELEASE_ENV } = readSettings(consoleVariables, process.env);
  const shopPort = readPort('PORT', 3000);
  await assertFree({ variable: 'CONSOLE_PORT', port: CONSOLE_PORT });
  const [auth, webhooks] = await Promise.all([loadAuthConfig(CONSOLE_TOKEN), loadWebhooks()]);
  // Every environment has the same store, keys and signer, so they are opened once.
  const opened = await releaseHost.openEnvironment(RELEASE_ENV);
  const { store } = opened;
  const openEnvironment = async (name: string) => ({
    ...{ ...opened, name },
    ...(auth.kind === 'policy' ? { loadRules: async () => getRules(await auth.loadPolicy(), name) } : {}),
  });
  const createGates: CreateGates = (environment, removedPaths) =>
    createPromotionCheck(environment, removedPaths, releaseHost.smokeTest);
  const app = await createConsole({
    store,
    openEnvironment,
    createGates,
    auth,
    webhooks,
    shopUrl: SHOP_URL ?? `http://localhost:${shopPort.port}`,
    pageFolder: await buildConsolePage(),
  });
  app.addHook('preClose', watchEnvironments({ store, openEnvironment, createGates, webhooks, report: console.error }));
  closeWithGrace({ delay: 5000 }, () => app.close());
  await app.listen({ port: CONSOLE_PORT, host: loopback });
  const address = `http://${loopback}:${CONSOLE_PORT}/${auth.kind === 'local' ? `#token=${auth.token}` : ''}`;
  if (process.send) process.send({ ready: true, address });
  else console.log(`The release console is at ${address}`);
}

async function printToken(): Promise<void> {
  const token = createAccessToken();
  console.log(`token, for the person only:  ${token}\nhash, for the policy:        ${hashAccessToken(token)}`);
}

async function main([command]: string[]): Promise<void> {
  if (command === undefined) return serve();
  if (command === 'token') return printToken();
  throw new Error(`Unknown command "${command}": write npm run console, or npm run console -- token.`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
