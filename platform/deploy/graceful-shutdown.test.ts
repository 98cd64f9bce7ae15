import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { startKeepAliveClients } from '@shop/store-api/testing/keep-alive-clients';
import { waitUntil } from '@shop/testing/wait-until';
import { bundleGateway, type GatewayProcess, startGateway } from './testing/gateway-process';
import { createNginxFolder, hasNginx, type RunningNginx, startNginx } from './testing/nginx';
import { createShellBundle } from './testing/shell-build';

const clients = 16;

describe('a gateway that is terminated under load', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shutdown-'));
  const keys = path.join(folder, 'keys');
  let gateways: GatewayProcess[] = [];
  let nginx: RunningNginx | undefined;

  const start = (port: number) =>
    startGateway({ port, folder, keys, env: { DRAIN_SECONDS: '1', PAGE_RENDERERS: '1' } });

  beforeAll(async () => {
    await ensureKeys(keys);
    const store = createFileSystemStore(path.join(folder, 'releases'));
    const build = { app: 'shell', version: '1.0.0', content: 'one', server: createShellBundle('one') };
    const shell = await publish(store, { appRoot: writeFakeBuild(build), commit: '' });
    await promote(await openTestEnvironment(store, keys), [shell], testAuthor, passingGates);
    bundleGateway();
  }, 120_000);

  afterEach(async () => {
    await nginx?.stop();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    gateways = [];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('reports that it is not ready, and resets no connection of keep-alive clients', async () => {
    gateways = [await start(await findFreePort())];
    const [gateway] = gateways as [GatewayProcess];
    const load = startKeepAliveClients(`http://${gateway.address}/products`, clients);
    await waitUntil(() => load.outcomes.answered >= 200, { message: 'the clients have 200 answers' });
    const exit = gateway.terminate();
    const isReady = async () => (await fetch(`http://${gateway.address}/readyz`)).status;
    await waitUntil(async () => (await isReady()) === 503, { timeoutMs: 900, message: '/readyz responds with 503' });
    expect((await fetch(`http://${gateway.address}/healthz`)).status).toBe(200);
    expect(await load.ended).toMatchObject({ serverErrors: 0, resets: [], left: clients });
    expect(await exit).toBe(0);
  }, 60_000);

  (hasNginx() ? it : it.skip)(
    'fails no request behind nginx',
    async () => {
      const accessLog = path.join(folder, 'access.log');
      gateways = await Promise.all([await findFreePort(), await findFreePort()].map(start));
      nginx = await startNginx({
        port: await findFreePort(),
        gateways: gateways.map(({ address }) => address),
        folder: createNginxFolder(),
        trusted: ['127.0.0.1'],
        accessLog,
      });
      // nginx does not cache this address, so the gateways answer.
      const load = startKeepAliveClients(`${nginx.origin}/-/composition`, clients);
      const waitForAnswers = (count: number) => {
        const answered = load.outcomes.answered + count;
        return waitUntil(() => load.outcomes.answered >= answered, {
          message: `the clients have ${count} more answers`,
        });
      };
      await waitForAnswers(200);
      // nginx sends the requests of one network to one gateway.
      const busy = gateways.find(({ address }) => readFileSync(accessLog, 'utf8').includes(`"${address}"`));
      expect(await busy?.terminate()).toBe(0);
      await waitForAnswers(200);
      expect(await load.stop()).toMatchObject({ serverErrors: 0, resets: [], left: 0 });
    },
    60_000,
  );
});
