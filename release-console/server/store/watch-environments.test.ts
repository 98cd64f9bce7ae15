import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/environment/actions';
import { readState } from '@shop/releases/environment/change-head';
import { type GatewayRecord, recordKey } from '@shop/releases/health/gateway-record';
import { publish } from '@shop/releases/release/publish';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { anAuthor, noGates, testEnvironment } from '@shop/releases/testing/test-environment';
import { watchEnvironments } from './watch-environments';

const root = mkdtempSync(path.join(tmpdir(), 'console-watch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a canary that is worse is halted while the console runs, whoever looks', async () => {
  const store = createFileSystemStore(root);
  const environment = testEnvironment(store);
  const add = (app: string, version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app, version, content: version }), commit: '' });
  const live = await promote(environment, [await add('shell', '1.0.0')], anAuthor, noGates);
  const started = await promote(environment, [await add('shell', '2.0.0')], anAuthor, { ...noGates, canaryShare: 50 });
  const well = { visitors: 1000, bad: 0 };
  const control = { errors: well, loadFailures: well, silent: well, slow: well, abandoned: well };
  const record: GatewayRecord = {
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
  await store.putIfAbsent(recordKey('production', 'gateway-a'), Buffer.from(JSON.stringify(record)));
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
  expect((await readState(environment))?.canary).toBeNull();
});
