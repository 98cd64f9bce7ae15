import { lock } from '../actions/lock';
import { rollback } from '../actions/rollback';
import type { Environment } from '../state/environment';
import { createTestCheck, passingGates, testAuthor } from '../testing/test-environment';
import { createEmptyShop, createShopWithTeams, getVersions, readHistory, readLive } from '../testing/test-shop';
import { type MonitorHalt, monitorCanaries } from './canary-monitor';

/** A shop whose mf-a was rolled back during canaries of mf-b and mf-c. */
async function createRolledBackShop() {
  const remotes = ['mf-a', 'mf-b', 'mf-c'];
  const { environment, promoteApp, startCanary } = await createShopWithTeams(createEmptyShop(), remotes);
  await promoteApp('mf-a', '2.0.0');
  for (const app of ['mf-b', 'mf-c']) await startCanary(app);
  await rollback(environment, testAuthor, { app: 'mf-a', ...passingGates });
  return environment;
}

/** Gates whose smoke test finds a problem in mf-b 2.0.0. */
const failingSmokeTest = createTestCheck(async ({ next, isServed }) =>
  isServed || getVersions(next)['mf-b'] !== '2.0.0'
    ? []
    : [{ gate: 'smoke-test', app: 'mf-b', problem: '/b throws: no', remedy: 'look' }],
);

/** Runs a monitor until it halts a canary. @returns The halted canaries, and the messages of the errors before. */
async function monitorUntilHalt(environment: Environment) {
  const stop = new AbortController();
  const halted: MonitorHalt[] = [];
  const errors: unknown[] = [];
  await monitorCanaries(environment, {
    interval: 0,
    signal: stop.signal,
    check: failingSmokeTest,
    onHalt: (halt) => {
      halted.push(halt);
      stop.abort();
    },
    onError: (error) => errors.push(error instanceof Error ? error.message : error),
  });
  return { halted, errors };
}

test('the monitor runs all gates on canaries after a rollback, and halts those that do not pass', async () => {
  const environment = await createRolledBackShop();
  const { halted, errors } = await monitorUntilHalt(environment);
  expect(errors).toEqual([]);
  expect(halted).toMatchObject([
    { apps: ['mf-b'], owner: 'team-mf-b', reason: expect.stringContaining('smoke-test · mf-b: /b throws: no') },
  ]);
  expect((await readLive(environment)).canaries.map(({ owner }) => owner)).toEqual(['team-mf-c']);
  expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt', by: 'canary monitor' });
});

test('the gates after a rollback run again when they failed', async () => {
  const environment = await createRolledBackShop();
  jest.spyOn(environment.signer, 'signChange').mockRejectedValueOnce(new Error('the signer does not answer'));
  expect(await monitorUntilHalt(environment)).toMatchObject({
    halted: [{ apps: ['mf-b'] }],
    errors: ['the signer does not answer'],
  });
});

test.each([
  ['of a person', testAuthor],
  [
    'of a person with the name and the reason of the monitor',
    { by: 'canary monitor', reason: 'all gates after a rollback' },
  ],
])('a monitor that starts after a later change %s runs the gates after a rollback too', async (_, author) => {
  const environment = await createRolledBackShop();
  await lock(environment, 'mf-a', author);
  expect(await monitorUntilHalt(environment)).toMatchObject({ halted: [{ apps: ['mf-b'] }], errors: [] });
});

test('a monitor that starts after the gates have halted a canary does not run them again', async () => {
  const environment = await createRolledBackShop();
  await monitorUntilHalt(environment);
  const check = jest.fn(passingGates.check);
  const stop = new AbortController();
  await monitorCanaries(environment, {
    interval: 0,
    signal: stop.signal,
    check,
    onCheck: () => stop.abort(),
    onError: () => stop.abort(),
  });
  expect(check).not.toHaveBeenCalled();
});
