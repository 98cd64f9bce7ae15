import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { readLiveState } from '../state/live-state';
import { createTestCheck, passingGates, testAuthor } from '../testing/test-environment';
import { createEmptyShop, getVersions, promoteFake, publishFake, readHistory } from '../testing/test-shop';
import { type MonitorHalt, monitorCanaries } from './canary-monitor';

/** A shop whose mf-a was rolled back during canaries of mf-b and mf-c. */
async function createRolledBackShop() {
  const environment = createEmptyShop();
  const publishAll = (version: string) =>
    Promise.all(['shell', 'mf-a', 'mf-b', 'mf-c'].map((app) => publishFake(environment.store, app, version)));
  await promoteFake(environment, await publishAll('1.0.0'));
  const next = await publishAll('2.0.0');
  const find = (app: string) => next.filter((release) => release.app === app);
  await promoteFake(environment, find('mf-a'));
  for (const app of ['mf-b', 'mf-c']) {
    await promote(environment, find(app), { by: `team-${app}`, reason: '' }, { ...passingGates, canaryShare: 10 });
  }
  await rollback(environment, testAuthor, { app: 'mf-a', ...passingGates });
  return environment;
}

/** Gates whose smoke test finds a problem in mf-b 2.0.0. */
const failingSmokeTest = createTestCheck(async ({ next, isServed }) =>
  isServed || getVersions(next)['mf-b'] !== '2.0.0'
    ? []
    : [{ gate: 'smoke-test', app: 'mf-b', problem: '/b throws: no', remedy: 'look' }],
);

test('the monitor runs all gates on canaries after a rollback, and halts those that do not pass', async () => {
  const environment = await createRolledBackShop();
  const stop = new AbortController();
  const halted: MonitorHalt[] = [];
  await monitorCanaries(environment, {
    interval: 0,
    signal: stop.signal,
    check: failingSmokeTest,
    onHalt: (halt) => {
      halted.push(halt);
      stop.abort();
    },
    onError: (error) => {
      throw error;
    },
  });
  expect(halted).toMatchObject([
    { apps: ['mf-b'], owner: 'team-mf-b', reason: expect.stringContaining('smoke-test · mf-b: /b throws: no') },
  ]);
  expect((await readLiveState(environment))?.canaries.map(({ owner }) => owner)).toEqual(['team-mf-c']);
  expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt', by: 'canary monitor' });
});
