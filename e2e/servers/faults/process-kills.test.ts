import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createOwnCluster, findPostgresPrograms, type OwnCluster } from '@shop/database/testing/postgres-cluster';
import { createNginxFolder, hasNginx, type RunningNginx, startNginx } from '@shop/deploy/testing/nginx';
import { findFreePort } from '@shop/releases/testing/free-port';
import { waitUntil } from '@shop/testing/wait-until';
import { type FaultShop, openFaultShop, readSeq } from './kit/fault-shop';
import { startShoppers } from './kit/shoppers';

const phases = ['documents', 'orders', 'promotions'] as const;
const victims = ['store API', 'gateway', 'release store', 'database'] as const;
type Phase = (typeof phases)[number];
type Victim = (typeof victims)[number];

const cases = victims.flatMap((victim) => phases.map((phase): [Victim, Phase] => [victim, phase]));
/** Milliseconds that a server is gone. */
const outageMs = 700;

const programs = findPostgresPrograms();
const describeWithServers = hasNginx() && programs ? describe : describe.skip;

/*
 * nginx, a gateway, the store API and PostgreSQL in processes of their own. Each is killed with SIGKILL and started again; the
 * release store in its folder is moved away and back.
 */
describeWithServers('a server that is killed', () => {
  let shop: FaultShop;
  let nginx: RunningNginx;
  let database: OwnCluster;
  beforeAll(async () => {
    database = await createOwnCluster(programs ?? '');
    shop = await openFaultShop({ storeApi: { DATABASE_URL: database.url } });
    nginx = await startNginx({
      port: await findFreePort(),
      gateways: [new URL(shop.gateway.origin).host],
      folder: createNginxFolder(),
      trusted: ['127.0.0.1'],
    });
  }, 180_000);
  afterAll(async () => {
    await nginx?.stop();
    await shop?.close();
  });

  const actions: Record<Victim, { end: () => Promise<void> | void; restart: () => Promise<void> | void }> = {
    'store API': { end: () => shop.storeApi.kill(), restart: () => shop.storeApi.start() },
    gateway: { end: () => shop.gateway.kill(), restart: () => shop.gateway.start() },
    'release store': {
      // A file in its place: a server that writes cannot create the folder again.
      end: () => {
        renameSync(shop.releasesFolder, `${shop.releasesFolder}-gone`);
        writeFileSync(shop.releasesFolder, '');
      },
      restart: () => {
        rmSync(shop.releasesFolder);
        renameSync(`${shop.releasesFolder}-gone`, shop.releasesFolder);
      },
    },
    database: { end: () => database.kill(), restart: () => database.start() },
  };

  /** Opens documents until it is stopped. A document is complete, or a page with 503 and Retry-After. */
  const startVisitors = () => {
    const outcomes = { complete: 0, refused: 0, wrong: [] as string[] };
    let isOpen = true;
    const visit = async (_: unknown, visitor: number) => {
      for (let index = 0; isOpen; index++) {
        const url = index % 2 ? '/list' : `/list?q=${visitor}-${index}`;
        const response = await fetch(nginx.origin + url).catch((error: unknown) => String(error));
        if (typeof response === 'string') outcomes.wrong.push(response);
        else {
          const html = await response.text();
          if (response.status === 200 && readSeq(html)) outcomes.complete++;
          else if (response.status === 503 && response.headers.has('retry-after')) outcomes.refused++;
          else outcomes.wrong.push(`${url}: ${response.status} ${html.slice(0, 100)}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    const running = Promise.all(Array.from({ length: 4 }, visit));
    return {
      outcomes,
      stop: async () => {
        isOpen = false;
        await running;
        return outcomes;
      },
    };
  };

  it.each(cases)(
    '(%s, during %s) loses no order, no payment and no promotion, and the others need no restart',
    async (victim, phase) => {
      const pids = { gateway: shop.gateway.pid, 'store API': shop.storeApi.pid };
      const visitors = startVisitors();
      const shoppers = phase === 'orders' ? await startShoppers(shop.storeApi.origin, 2) : null;
      if (shoppers) await waitUntil(() => shoppers.getAcknowledged() > 3, { message: 'orders are placed' });
      await waitUntil(() => visitors.outcomes.complete > 10, { message: 'documents are opened' });
      let isPromoting = phase === 'promotions';
      const promoted: number[] = [];
      const promotions = (async () => {
        for (let index = 0; isPromoting; index++) {
          await shop.promoteShell(index).then(
            (seq) => promoted.push(seq),
            () => {},
          );
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      })();
      if (isPromoting) await waitUntil(() => promoted.length > 0, { message: 'a promotion is done' });

      await actions[victim].end();
      await new Promise((resolve) => setTimeout(resolve, outageMs));
      const during = await fetch(`${nginx.origin}/list`);
      // A gateway that runs always has a document. Without one, nginx has a copy for a minute, or answers 503.
      if (victim !== 'gateway') expect(during.status).toBe(200);
      else expect([200, 503]).toContain(during.status);
      await actions[victim].restart();

      isPromoting = false;
      await promotions;
      const seq = await shop.promoteShell(promoted.length);
      await shop.waitForSeq(seq);
      const isRendered = async () =>
        (await (await fetch(`${shop.gateway.origin}/list?q=${Math.random()}`)).text()).includes('>rendered');
      await waitUntil(isRendered, { timeoutMs: 30_000, message: 'pages are rendered with data' });
      if (victim !== 'gateway') expect(shop.gateway.pid).toBe(pids.gateway);
      if (victim !== 'store API') expect(shop.storeApi.pid).toBe(pids['store API']);
      const { wrong, refused } = await visitors.stop();
      expect(wrong).toEqual([]);
      if (victim !== 'gateway') expect(refused).toBe(0);
      const orders = await shoppers?.stop();
      if (orders) {
        const { acknowledged, found, duplicates } = orders;
        expect([found, duplicates]).toEqual([acknowledged, 0]);
      }
    },
    240_000,
  );
});
