import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { canMountSmallDisk, mountSmallDisk, type SmallDisk } from '@shop/file-lock/testing/small-disk';
import { publish } from '@shop/releases/release/publish';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createProductId } from '@shop/store-api/products/product-id';
import { waitUntil } from '@shop/testing/wait-until';
import { openFaultShop } from './kit/fault-shop';
import { startShoppers } from './kit/shoppers';

const describeOnDisk = canMountSmallDisk() ? describe : describe.skip;

describeOnDisk('a full disk', () => {
  const disks: SmallDisk[] = [];
  afterAll(() => {
    for (const { remove } of disks) remove();
  });
  const mountDisk = (megabytes: number) => {
    const disk = mountSmallDisk(megabytes) as SmallDisk;
    disks.push(disk);
    return disk;
  };

  it('fails a publish with the reason and publishes nothing, and the same publish succeeds when there is space', async () => {
    const { folder: disk, fill } = mountDisk(8);
    const store = createFileSystemStore(path.join(disk, 'releases'));
    const appRoot = writeFakeBuild({ app: 'mf-a', content: 'x'.repeat(500_000), paths: { home: '/a' } });
    const free = fill();
    await expect(publish(store, { appRoot, commit: '' })).rejects.toThrow('ENOSPC');
    const files = readdirSync(disk, { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith('release.json') || name.includes('.drafts/'))).toEqual([]);
    free();
    const release = await publish(store, { appRoot, commit: '' });
    expect(release.version).toBe('1.0.0');
  });

  it('does not stop a gateway from following a promotion, and its state is written when there is space', async () => {
    const { folder: disk, fill } = mountDisk(8);
    const shop = await openFaultShop({ gateway: { DATA_DIR: disk } });
    try {
      const stateFiles = () => readdirSync(disk, { recursive: true }).map(String);
      await waitUntil(() => stateFiles().length > 2, { message: 'the gateway writes its state' });
      const free = fill();
      await shop.waitForSeq(await shop.promoteShell(1));
      await waitUntil(() => shop.gateway.getOutput().includes('ENOSPC'), { message: 'the gateway reports the disk' });
      free();
      await shop.waitForSeq(await shop.promoteShell(0));
      const seq = await shop.promoteShell(1);
      await shop.waitForSeq(seq);
      // A start without the release store needs the state.
      await shop.gateway.stop();
      rmSync(path.join(shop.releasesFolder, 'env'), { recursive: true });
      await shop.gateway.start();
      await shop.waitForSeq(seq);
    } finally {
      await shop.close();
    }
  }, 90_000);

  it('fails orders of a store API on PGlite, loses no acknowledged one, and orders work when there is space', async () => {
    const { folder: disk, fill } = mountDisk(256);
    const dataDir = path.join(disk, 'data');
    mkdirSync(dataDir);
    const shop = await openFaultShop({ storeApi: { DATA_DIR: dataDir } });
    try {
      const shoppers = await startShoppers(shop.storeApi.origin, 2);
      await waitUntil(() => shoppers.getAcknowledged() > 2, { message: 'orders are placed' });
      const free = fill();
      // WAL files exist before they are full, so some orders still succeed.
      let last = -1;
      const isStuck = () => {
        const before = last;
        last = shoppers.getAcknowledged();
        return before === last;
      };
      await waitUntil(isStuck, { timeoutMs: 60_000, intervalMs: 1500, message: 'orders fail' });
      const product = await fetch(`${shop.storeApi.origin}/api/v1/products/${createProductId('copper-saucepan')}`);
      const whileFull = product.status;
      free();
      if (!shop.storeApi.isRunning) await shop.storeApi.start();
      await waitUntil(() => shoppers.getAcknowledged() > last + 2, {
        timeoutMs: 30_000,
        message: 'orders are placed again',
      });
      const { acknowledged, found, duplicates } = await shoppers.stop();
      expect([found, duplicates]).toEqual([acknowledged, 0]);
      expect([200, 500, 503]).toContain(whileFull);
    } finally {
      await shop.close();
    }
  }, 150_000);
});
