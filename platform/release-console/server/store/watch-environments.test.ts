import { getEventListeners, getMaxListeners } from 'node:events';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { readLiveState } from '@shop/releases/state/live-state';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createGatewayMetrics, createOutcomes, writeGatewayMetrics } from '@shop/releases/testing/gateway-records';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { watchEnvironments } from './watch-environments';

/** Creates an environment whose canary has errors for half of its visitors. */
async function createBadCanary() {
  const store = createMemoryStore(new Map());
  const environment = createTestEnvironment(store);
  const publishShell = (version: string) => publishBuild(store, { app: 'shell', version, content: version });
  await promote(environment, [await publishShell('1.0.0')], testAuthor, passingGates);
  const started = await promote(environment, [await publishShell('2.0.0')], testAuthor, {
    ...passingGates,
    canary: { share: 50 },
  });
  const outcomes = { control: createOutcomes(1000), canary: createOutcomes(1000, { errors: 500 }) };
  const run = { canary: started.canaries[0]?.id ?? '', windows: [{ from: 0, to: 60_000, ...outcomes }] };
  await writeGatewayMetrics(store, 'gateway-a', createGatewayMetrics({ at: Date.now(), runs: [run] }));
  return environment;
}

test('halts a canary that is significantly worse while the console runs', async () => {
  const environment = await createBadCanary();
  const lines: string[] = [];
  const stop = watchEnvironments({
    store: environment.store,
    openEnvironment: async () => environment,
    report: (line) => lines.push(line),
  });
  await waitUntil(() => lines.length > 0, { message: 'the watch reports the halt' });
  await stop();
  expect(lines[0]).toContain('The canary of asha of shell in production was halted: errors: 500 of 1000');
  expect((await readLiveState(environment))?.canaries).toEqual([]);
});

test('opens an environment again at the next poll after it failed to open', async () => {
  const environment = await createBadCanary();
  const lines: string[] = [];
  let opens = 0;
  const stop = watchEnvironments({
    store: environment.store,
    openEnvironment: async () => {
      opens++;
      if (opens === 1) throw new Error('the signer cannot be reached');
      return environment;
    },
    report: (line) => lines.push(line),
    pollIntervalMs: 20,
  });
  await waitUntil(() => lines.length > 1, { message: 'the watch reports the halt' });
  await stop();
  expect(lines[0]).toBe('The canaries cannot be monitored: the signer cannot be reached');
  expect(lines[1]).toContain('The canary of asha of shell in production was halted');
  expect(opens).toBe(2);
});

test('reports that a stage waits for an unlock', async () => {
  const environment = createTestEnvironment(createMemoryStore(new Map()));
  const publishShell = (version: string) =>
    publishBuild(environment.store, { app: 'shell', version, content: version });
  await promote(environment, [await publishShell('1.0.0')], testAuthor, passingGates);
  const stages = [{ share: 50, afterMinutes: 1 }];
  const canary = { share: 5, stages };
  await promote(environment, [await publishShell('2.0.0')], testAuthor, { ...passingGates, canary });
  await lock(environment, 'shell', { by: 'asha', reason: 'sale' });
  const start = Date.now();
  const now = jest.spyOn(Date, 'now').mockImplementation(() => start + 120_000 + performance.now());
  const lines: string[] = [];
  const stop = watchEnvironments({
    store: environment.store,
    openEnvironment: async () => ({
      ...environment,
      loadRules: async () => ({ slots: {}, connect: {}, stageVisits: 0 }),
    }),
    createGates: () => passingGates.check,
    report: (line) => lines.push(line),
  });
  await waitUntil(() => lines.length > 0, { message: 'the watch reports the stage' });
  await stop();
  now.mockRestore();
  expect(lines).toEqual([expect.stringMatching(/^A stage waits: shell is locked by asha/)]);
});

test('watches twenty environments without the warning about listeners', async () => {
  const { store, signer, trusted } = createTestEnvironment(createMemoryStore(new Map()));
  const shell = await publishBuild(store, { app: 'shell' });
  const names = Array.from({ length: 20 }, (_, index) => `environment-${index}`);
  for (const name of names) await promote({ store, signer, trusted, name }, [shell], testAuthor, passingGates);
  const controller = new AbortController();
  const { signal } = controller;
  const created = jest.spyOn(globalThis, 'AbortController').mockReturnValue(controller);
  const stop = watchEnvironments({
    store,
    openEnvironment: async (name) => ({ store, signer, trusted, name }),
    report: (line) => console.error(line),
  });
  created.mockRestore();
  const hasListeners = () => getEventListeners(signal, 'abort').length >= names.length;
  await waitUntil(hasListeners, { message: 'every environment waits for its next check' });
  await stop();
  expect(getMaxListeners(signal)).toBe(Number.POSITIVE_INFINITY);
});
