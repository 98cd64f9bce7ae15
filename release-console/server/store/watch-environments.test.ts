import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { type GatewayMetrics, getGatewayMetricsKey } from '@shop/releases/canary-analysis/gateway-metrics';
import { publish } from '@shop/releases/release/publish';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { watchEnvironments } from './watch-environments';

const root = mkdtempSync(path.join(tmpdir(), 'console-watch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a canary that is worse is halted while the console runs, whoever looks', async () => {
  const store = createFileSystemStore(root);
  const environment = createTestEnvironment(store);
  const add = (app: string, version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app, version, content: version }), commit: '' });
  const live = await promote(environment, [await add('shell', '1.0.0')], testAuthor, passingGates);
  const started = await promote(environment, [await add('shell', '2.0.0')], testAuthor, {
    ...passingGates,
    canaryShare: 50,
  });
  const well = { visitors: 1000, bad: 0 };
  const control = { errors: well, loadFailures: well, neverStarted: well, slow: well, abandoned: well };
  const record: GatewayMetrics = {
    schema: 1,
    env: 'production',
    at: Date.now(),
    minutes: [],
    run: {
      canary: started.canary?.seq ?? 0,
      control: live.live.seq,
      windows: [{ from: 0, to: 60_000, control, canary: { ...control, errors: { visitors: 1000, bad: 500 } } }],
    },
  };
  await store.putIfAbsent(getGatewayMetricsKey('production', 'gateway-a'), Buffer.from(JSON.stringify(record)));
  const said = await new Promise<string>((resolve) => {
    const end = watchEnvironments({
      store,
      open: async () => environment,
      report: (line) => {
        end();
        resolve(line);
      },
    });
  });
  expect(said).toContain('The canary of production was halted: errors: 500 of 1000');
  expect((await readLiveState(environment))?.canary).toBeNull();
});
