import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { halt } from '@shop/releases/actions/rollout';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { ensureKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import type { S3Settings } from '@shop/releases/store/s3-client';
import { createS3Store } from '@shop/releases/store/s3-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { findFreePort } from '@shop/releases/testing/free-port';
import { restartGateway, startObjectStoreNow, stopObjectStore } from '@shop/releases/testing/object-store/object-store';
import { addObjectStoreUsers } from '@shop/releases/testing/object-store/object-store-user';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { bundleGateway, type GatewayProcess, startGateway } from './testing/gateway-process';
import { createNginxFolder, hasNginx, type RunningNginx, startNginx } from './testing/nginx';
import { rawRequest } from './testing/raw-request';
import { createShellBundle, readDocument } from './testing/shell-build';
import { type Shoppers, startShoppers } from './testing/traffic';

const shoppers = 8;
const swaps = 8;

const cluster = hasNginx() ? startObjectStoreNow() : null;
const describeOnCluster = cluster ? describe : describe.skip;

/*
 * Two gateways started like their image, a generated nginx configuration, and a Ceph object gateway as the release store.
 * The tests kill processes with SIGKILL.
 */
describeOnCluster('several gateways over one object store', () => {
  const folder = createTestFolder();
  let environment: Environment;
  let versions: Release[];
  let gateways: GatewayProcess[] = [];
  let ports: number[];
  /** Object-store settings with the keys of each service. */
  let users: Record<'release' | 'watch' | 'gateway', S3Settings>;
  let nginx: RunningNginx;
  let simulation: Shoppers;

  const store = () => {
    if (!cluster) throw new Error('there is no object store');
    return cluster;
  };
  const start = (index: number) => {
    const [port = 0, own] = [ports[index], path.join(folder, `gateway-${index}`)];
    return startGateway({ port, folder: own, store: users.gateway, keys: path.join(folder, 'public-keys') });
  };
  /** Promotes the other version. @returns The new sequence number. */
  const promoteOther = async () => {
    const index = ((await gateways[1]?.getServedSeq()) ?? 0) % 2;
    const { live } = await promote(environment, [versions[index] as Release], testAuthor, passingGates);
    return live.seq;
  };
  /** Waits until each gateway serves a sequence number. */
  const waitUntilFollowed = (seq: number) =>
    Promise.all(
      gateways.map((gateway) =>
        waitUntil(async () => (await gateway.getServedSeq()) === seq, {
          timeoutMs: 60_000,
          message: `${gateway.address} serves composition ${seq}`,
        }),
      ),
    );

  beforeAll(async () => {
    const keys = path.join(folder, 'keys');
    await ensureKeys(keys);
    // A gateway gets no signing key.
    cpSync(path.join(keys, 'trusted'), path.join(folder, 'public-keys/trusted'), { recursive: true });
    const readPolicy = (name: string) =>
      JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}-policy.json`), 'utf8')).Statement;
    users = await addObjectStoreUsers(store(), {
      release: readPolicy('release'),
      watch: readPolicy('watch'),
      gateway: readPolicy('gateway'),
    });
    environment = await openTestEnvironment(await createS3Store(users.release), keys);
    versions = await Promise.all(
      ['1.0.0', '2.0.0'].map((version) =>
        publishBuild(environment.store, {
          app: 'shell',
          version,
          content: version,
          server: createShellBundle(version),
        }),
      ),
    );
    await promote(environment, versions.slice(0, 1), testAuthor, passingGates);
    bundleGateway();
    ports = [await findFreePort(), await findFreePort()];
    gateways = await Promise.all([start(0), start(1)]);
    const addresses = gateways.map(({ address }) => address);
    nginx = await startNginx({
      port: await findFreePort(),
      gateways: addresses,
      folder: createNginxFolder(),
      trusted: ['127.0.0.1'],
    });
  }, 120_000);

  // A failed test has not stopped them.
  afterEach(() => simulation.stop());

  afterAll(async () => {
    await nginx?.stop();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
    stopObjectStore(store());
  });

  it('both gateways and the cache of nginx follow a promotion without a failed navigation', async () => {
    simulation = startShoppers(nginx.origin, shoppers);
    for (let count = 0; count < swaps; count++) {
      const seq = await promoteOther();
      await waitUntilFollowed(seq);
      const isServedByNginx = async () =>
        readDocument((await rawRequest(nginx.origin, '/products')).body.toString())?.seq === seq;
      await waitUntil(isServedByNginx, { timeoutMs: 60_000, message: `nginx serves composition ${seq}` });
      await simulation.waitForPages(shoppers);
    }
    expect(await simulation.stop()).toEqual([]);
  }, 120_000);

  it('gateways write metrics and can change nothing else in the object store', async () => {
    for (const kind of ['metrics', 'daily-metrics']) {
      const list = () => environment.store.list(`${kind}/production/`);
      await waitUntil(async () => (await list()).length >= gateways.length, {
        timeoutMs: 60_000,
        message: `every gateway has written its ${kind}`,
      });
    }
    const asGateway = await createS3Store(users.gateway);
    const head = await asGateway.get(getHeadKey('production'));
    const { bytes = new Uint8Array(), tag = '' } = head ?? {};
    await expect(asGateway.compareAndSwap(getHeadKey('production'), bytes, tag)).rejects.toThrow('AccessDenied');
    await expect(asGateway.remove(getHeadKey('production'))).rejects.toThrow('AccessDenied');
    await expect(asGateway.putIfAbsent('r/shell/evil.js', bytes)).rejects.toThrow('AccessDenied');
  });

  it('the canary monitor can halt a canary and change no release, which gc can remove', async () => {
    const { shell } = (await readLiveState(environment))?.live ?? {};
    const key = `${shell ? getReleasePrefix(shell) : ''}release.json`;
    const live = (await gateways[1]?.getServedSeq()) ?? 0;
    await promote(environment, [versions[live % 2] as Release], testAuthor, {
      ...passingGates,
      canary: { share: 50 },
    });
    const watch = { ...environment, store: await createS3Store(users.watch) };
    expect((await halt(watch, testAuthor)).canaries).toEqual([]);
    await expect(watch.store.remove(key)).rejects.toThrow('AccessDenied');
    await expect(watch.store.putIfAbsent('r/shell/evil.js', new Uint8Array(1))).rejects.toThrow('AccessDenied');

    // What gc does.
    await environment.store.putIfAbsent('r/mf-old/file.js', new Uint8Array(1));
    await environment.store.remove('r/mf-old/file.js');
    expect(await environment.store.get('r/mf-old/file.js')).toBeNull();
  });

  it('a gateway killed with SIGKILL and restarted fails no navigation', async () => {
    simulation = startShoppers(nginx.origin, shoppers);
    await simulation.waitForPages(50);
    await gateways[0]?.kill();
    await simulation.waitForPages(400);
    gateways[0] = await start(0);
    await waitUntilFollowed(await promoteOther());
    await simulation.waitForPages(50);
    expect(await simulation.stop()).toEqual([]);
  }, 120_000);

  it('gateways serve the last valid composition while the object store is down, and follow HEAD after its return', async () => {
    simulation = startShoppers(nginx.origin, shoppers);
    const before = await gateways[1]?.getServedSeq();
    process.kill(store().pids.gateway, 'SIGKILL');
    await simulation.waitForPages(200);
    await expect(promoteOther()).rejects.toThrow('does not answer');
    expect(await Promise.all(gateways.map((gateway) => gateway.getServedSeq()))).toEqual([before, before]);
    await restartGateway(store());
    await waitUntilFollowed(await promoteOther());
    await simulation.waitForPages(50);
    expect(await simulation.stop()).toEqual([]);
  }, 120_000);
});
