import { getLocalUser, loadPolicy, releaseHost } from '@shop/release-cli/host/release-host';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import { createAccessToken, hashAccessToken } from '@shop/releases/policy/access-token';
import { assertFree, readPort } from '@shop/server-settings/port';
import { buildConsole } from './app';
import { buildConsolePage } from './build-page';
import { listen } from './listen';
import type { Door } from './session/sessions';
import { watchEnvironments } from './store/watch-environments';

/** A token of one's own is as long as one of ours, or it could be guessed. */
const leastTokenLength = 32;

/** `npm run console` serves the release console; `npm run console -- token` makes a token for a person of a policy. */
async function openDoor(): Promise<Door> {
  const given = process.env.CONSOLE_TOKEN;
  const policy = await loadPolicy();
  if (policy) {
    if (given) throw new Error('With RELEASE_POLICY people sign in with tokens of their own: leave CONSOLE_TOKEN out.');
    // Read again for every call: a change of the policy holds at once.
    return { kind: 'policy', read: async () => (await loadPolicy()) ?? policy };
  }
  if (given && given.length < leastTokenLength) {
    throw new Error(
      `CONSOLE_TOKEN has ${given.length} characters: give at least ${leastTokenLength}, or leave it out.`,
    );
  }
  return { kind: 'local', person: getLocalUser(), token: given || createAccessToken() };
}

async function serve(): Promise<void> {
  // Started by `npm start`: when that process dies, however it dies, this one ends too.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const port = readPort('CONSOLE_PORT', 3300);
  await assertFree(port);
  const door = await openDoor();
  // Store and keys are the same for every environment, and are opened once.
  const opened = await releaseHost.openEnvironment(process.env.RELEASE_ENV || 'production');
  const { store } = opened;
  const open = async (name: string) => ({ ...opened, name });
  const app = await buildConsole({
    store,
    open,
    gatesFor: (environment, removedPaths) => createPromotionCheck(environment, removedPaths, releaseHost.smokeTest),
    door,
    shopUrl: process.env.PUBLIC_URL || `http://localhost:${readPort('PORT', 3000).port}`,
    pageFolder: await buildConsolePage(),
  });
  app.addHook('preClose', watchEnvironments({ store, open, report: console.error }));
  const origin = await listen(app, port.port);
  const address = door.kind === 'local' ? `${origin}/#token=${door.token}` : `${origin}/`;
  if (process.send) process.send({ ready: true, address });
  else console.log(`The release console is at ${address}`);
}

async function printToken(): Promise<void> {
  const token = createAccessToken();
  console.log(`token, for the person alone:  ${token}\nhash, for the policy:         ${hashAccessToken(token)}`);
}

const [word] = process.argv.slice(2);
const work = word === undefined ? serve() : word === 'token' ? printToken() : Promise.reject(unknownWord());
work.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

function unknownWord(): Error {
  return new Error(`The console does not know "${word}": write npm run console, or npm run console -- token.`);
}
