import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey } from '@shop/releases/state/head';
import type { S3Settings } from '@shop/releases/store/s3-client';
import { createS3Store } from '@shop/releases/store/s3-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { findFreePort } from '@shop/releases/testing/free-port';
import { restartGateway, startObjectStoreNow, stopObjectStore } from '@shop/releases/testing/object-store/object-store';
import { addObjectStoreUser } from '@shop/releases/testing/object-store/object-store-user';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { type Crowd, startCrowd } from './testing/crowd';
import { bundleGateway, type GatewayProcess, startGateway } from './testing/gateway-process';
import { hasNginx, nginxFolder, type RunningNginx, startNginx } from './testing/nginx';
import { createShellBundle } from './testing/shell-build';

const shoppers = 8;
const swaps = 8;
/** Milliseconds in which every gateway follows a promotion; the figures tell the slowest, too. */
const followLimit = 1000;

const median = (values: number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

const cluster = hasNginx() ? startObjectStoreNow() : null;
const describeOnCluster = cluster ? describe : describe.skip;

/*
 * Two gateways as their image runs them, nginx as it is generated, and a Ceph object gateway as the one release store.
 * Processes are killed, not stopped.
 */
describeOnCluster('several gateways over one object store', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
  const figures: string[] = [];
  let environment: Environment;
  let versions: Release[];
  let gateways: GatewayProcess[] = [];
  let ports: number[];
  /** The object store as gateways reach it. */
  let reader: S3Settings;
  let nginx: RunningNginx;
  let crowd: Crowd;

  const store = () => {
    if (!cluster) throw new Error('there is no object store');
    return cluster;
  };
  const start = (at: number) => {
    const [port = 0, own] = [ports[at], path.join(folder, `gateway-${at}`)];
    return startGateway({ port, folder: own, store: reader, keys: path.join(folder, 'public-keys') });
  };
  /** Makes the other version live. @returns Its change. */
  const swap = async () => {
    const at = ((await gateways[1]?.serves()) ?? 0) % 2;
    const { live } = await promote(environment, [versions[at] as Release], testAuthor, passingGates);
    return live.seq;
  };
  /** @returns Milliseconds until each gateway serves a change. */
  const followed = (seq: number) => {
    const started = performance.now();
    return Promise.all(
      gateways.map(async (gateway) => {
        while ((await gateway.serves()) !== seq) await sleep(5);
        return performance.now() - started;
      }),
    );
  };

  beforeAll(async () => {
    const keys = path.join(folder, 'keys');
    await ensureKeys(keys);
    // A gateway is handed nothing that signs.
    cpSync(path.join(keys, 'trusted'), path.join(folder, 'public-keys/trusted'), { recursive: true });
    const [signingKey, trusted] = await Promise.all([readSigningKey(keys), readTrustedKeys(keys)]);
    environment = { store: await createS3Store(store().settings), name: 'production', signingKey, trusted };
    versions = await Promise.all(
      ['1.0.0', '2.0.0'].map((version) => {
        const build = { app: 'shell', version, content: version, server: createShellBundle(version) };
        return publish(environment.store, { appRoot: writeFakeBuild(build), commit: '' });
      }),
    );
    await promote(environment, versions.slice(0, 1), testAuthor, passingGates);
    const policy = JSON.parse(readFileSync(path.join(import.meta.dirname, 'gateway-policy.json'), 'utf8'));
    reader = await addObjectStoreUser(store(), 'gateway', policy.Statement);
    bundleGateway();
    ports = [await findFreePort(), await findFreePort()];
    gateways = await Promise.all([start(0), start(1)]);
    const addresses = gateways.map(({ address }) => address);
    nginx = await startNginx({
      port: await findFreePort(),
      gateways: addresses,
      folder: nginxFolder(),
      trusted: ['127.0.0.1'],
    });
  }, 120_000);

  // A test that failed has left them in the shop.
  afterEach(() => crowd.leave());

  afterAll(async () => {
    await nginx?.stop();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    stopObjectStore(store());
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(`${figures.map((figure) => `  ${figure}\n`).join('')}`);
  });

  it('follow a promotion within a second of each other, and no shopper notices', async () => {
    crowd = startCrowd(nginx.origin, shoppers);
    const latest: number[] = [];
    const apart: number[] = [];
    for (let count = 0; count < swaps; count++) {
      const times = await followed(await swap());
      latest.push(Math.max(...times));
      apart.push(Math.max(...times) - Math.min(...times));
      await crowd.opens(shoppers);
    }
    const { navigations, failures } = await crowd.leave();
    figures.push(
      `${swaps} promotions under ${shoppers} shoppers: seen by both gateways within ${Math.max(...latest).toFixed(0)} ms, ` +
        `${Math.max(...apart).toFixed(0)} ms apart; ${failures.length} of ${navigations} navigations failed`,
    );
    expect(failures).toEqual([]);
    expect(median(latest)).toBeLessThan(followLimit);
  }, 120_000);

  it('report how they are, and may change nothing in the object store that makes a release', async () => {
    while ((await environment.store.list('metrics/production/')).length < gateways.length) await sleep(50);
    const asGateway = await createS3Store(reader);
    const head = await asGateway.get(getHeadKey('production'));
    const { bytes = new Uint8Array(), tag = '' } = head ?? {};
    await expect(asGateway.compareAndSwap(getHeadKey('production'), bytes, tag)).rejects.toThrow('AccessDenied');
    await expect(asGateway.remove(getHeadKey('production'))).rejects.toThrow('AccessDenied');
    await expect(asGateway.putIfAbsent('r/shell/evil.js', bytes)).rejects.toThrow('AccessDenied');
  });

  it('lose one to kill -9 without a failed navigation, and take it back', async () => {
    crowd = startCrowd(nginx.origin, shoppers);
    await crowd.opens(50);
    await gateways[0]?.kill();
    await crowd.opens(400);
    gateways[0] = await start(0);
    await followed(await swap());
    await crowd.opens(50);
    const { navigations, failures } = await crowd.leave();
    figures.push(`a gateway killed and started again: ${failures.length} of ${navigations} navigations failed`);
    expect(failures).toEqual([]);
  }, 120_000);

  it('serve the last good composition while the object store is dead, and follow it when it is back', async () => {
    crowd = startCrowd(nginx.origin, shoppers);
    const before = await gateways[1]?.serves();
    process.kill(store().pids.gateway, 'SIGKILL');
    await crowd.opens(200);
    await expect(swap()).rejects.toThrow('does not answer');
    expect(await Promise.all(gateways.map((gateway) => gateway.serves()))).toEqual([before, before]);
    await restartGateway(store());
    const times = await followed(await swap());
    await crowd.opens(50);
    const { navigations, failures } = await crowd.leave();
    figures.push(
      `the object gateway killed and started again: ${failures.length} of ${navigations} navigations failed; ` +
        `the next promotion was seen within ${Math.max(...times).toFixed(0)} ms`,
    );
    expect(failures).toEqual([]);
  }, 120_000);

  it('go on while the disks of the object store hang', async () => {
    crowd = startCrowd(nginx.origin, shoppers);
    process.kill(store().pids.osd, 'SIGSTOP');
    await crowd.opens(200);
    process.kill(store().pids.osd, 'SIGCONT');
    await followed(await swap());
    await crowd.opens(50);
    const { navigations, failures } = await crowd.leave();
    figures.push(`the storage daemon frozen and thawed: ${failures.length} of ${navigations} navigations failed`);
    expect(failures).toEqual([]);
  }, 120_000);
});
