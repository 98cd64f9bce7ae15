import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { prepareLoad, runLoad, withReleaseFiles } from './load';
import { listProcesses, type ProcessUse } from './processes';
import { formatNumber, formatTable, getMedian, type SectionResult } from './report';
import { author, type BenchmarkShop, waitUntilRendered, withoutGates } from './shop';
import { getTrend } from './trend';
import { createUncachedAddresses } from './uncached-addresses';

const connections = 4;
/** Milliseconds between two changes of releases. */
const pauseMs = 8000;
/** Product pages that differ. */
const productCount = 3000;
/** Documents of one load of different documents: more than a gateway renders in it. */
const documentsOfLoad = 12_000;
/** Open files by which the second half of the measured time may exceed the first. */
const maxFilesGrowth = 20;

/** What all processes use at one moment. */
interface Sample {
  hour: number;
  gateway: ProcessUse[];
  renderers: ProcessUse[];
  storeApi: ProcessUse[];
}

/**
 * Runs a shop for two hours while releases are promoted, rolled back and canaried. The journey of shoppers and different
 * documents, as many as the gateway renders, take turns. Memory and open files of no process may rise, and no response may fail.
 */
export async function measureSoak(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const createPlan = await prepareLoad(shop);
  await shop.importProducts(productCount);
  const listAddresses = await createUncachedAddresses(shop.storeApi);
  const gateway = await shop.startGateway();
  await waitUntilRendered(gateway.origin);
  const journey = await withReleaseFiles(createPlan(gateway, connections, isShort ? 10 : 30));
  const started = performance.now();
  const end = started + (isShort ? 1 : 120) * 60_000;
  const isOpen = () => performance.now() < end;
  const samples: Sample[] = [];
  const sampling = (async () => {
    while (isOpen()) {
      const [own, ...renderers] = listProcesses(gateway.pid);
      const hour = (performance.now() - started) / 3_600_000;
      samples.push({ hour, gateway: own ? [own] : [], renderers, storeApi: listProcesses(shop.getStoreApiPid()) });
      await sleep(isShort ? 1000 : 10_000);
    }
  })();
  const changing = changeReleases(shop, isOpen);
  // A failure is reported at the end, after the load.
  changing.catch(() => undefined);
  const journeys = [];
  const documents = [];
  while (isOpen()) {
    journeys.push(await runLoad(journey));
    const first = documents.length * documentsOfLoad;
    const paths = listAddresses(first, first + documentsOfLoad);
    documents.push(await runLoad({ ...journey, paths, areUnique: true, products: [] }));
  }
  const changes = await changing;
  await sampling;
  const failures = [...journeys, ...documents].flatMap((result) => Object.entries(result.failures));
  for (const [route, count] of failures) console.error(`  ${route}: ${count}`);
  const [journeyCount, documentCount] = [journeys, documents].map((results) =>
    results.reduce((sum, { count }) => sum + count, 0),
  );
  // After a third of the time, code is compiled and caches are full.
  const processes = describeProcesses(samples.slice(Math.floor(samples.length / 3)));
  const max = (values: number[]) => (values.some(Number.isNaN) ? Number.NaN : Math.max(...values));
  return {
    targets: [
      { text: 'failed responses', value: failures.reduce((sum, [, failed]) => sum + failed, 0), limit: 0 },
      {
        text: 'lower bound of the growth of the memory of a process, MB an hour',
        value: max(processes.map(({ growth }) => growth)),
        limit: 0,
      },
      {
        text: 'growth of the open files of a process',
        value: max(processes.map(({ files }) => files)),
        limit: maxFilesGrowth,
      },
    ],
    parts: [
      `${journeyCount} responses of the journey and ${documentCount} different documents; ${changes} promotions, rollbacks and canaries. The last two thirds of the time: mean memory; its growth with the 95 % confidence interval; median of the open files in both halves.\n\n${formatTable(
        ['Process', 'Memory, MB', 'Growth, MB an hour (95 %)', 'Open files'],
        processes.map(({ row }) => row),
      )}`,
    ],
    // A minute shows the start of the processes only.
    isStrict: !isShort,
  };
}

/** Promotes, rolls back, canaries and halts a version of a remote in turn. @returns Number of changes. */
async function changeReleases({ environment, publishVariant }: BenchmarkShop, isOpen: () => boolean) {
  const variant = await publishVariant('mf-catalog', 'soak');
  const steps = [
    () => promote(environment, [variant], author, withoutGates),
    () => rollback(environment, author, withoutGates),
    () => promote(environment, [variant], author, { ...withoutGates, canary: { share: 20 } }),
    () => halt(environment, author),
  ];
  let changes = 0;
  for (; isOpen(); changes++) {
    await steps[changes % steps.length]?.();
    await sleep(pauseMs);
  }
  return changes;
}

/**
 * Describes each process that ran for at least half of the time: canaries have renderers of their own for a while. A server without
 * such a process has failed, which misses the target.
 */
function describeProcesses(samples: readonly Sample[]) {
  const servers = { gateway: 'gateway', renderers: 'renderer', storeApi: 'store API' } as const;
  return (['gateway', 'renderers', 'storeApi'] as const).flatMap((server) => {
    const all = samples.flatMap(({ hour, [server]: uses }) => uses.map((use) => ({ hour, ...use })));
    const processes = [...new Set(all.map(({ pid }) => pid))].map((pid) => all.filter((use) => use.pid === pid));
    const lasting = processes.filter(({ length }) => length >= samples.length / 2);
    if (lasting.length === 0) return [{ growth: Number.NaN, files: Number.NaN, row: [servers[server], '-', '-', '-'] }];
    return lasting.map((uses, index) => {
      const name = lasting.length > 1 ? `${servers[server]} ${index + 1}` : servers[server];
      const points = uses.map(({ hour, memory }) => ({ x: hour, y: memory / 1024 ** 2 }));
      const { slope, lower, upper } = getTrend(points);
      const half = Math.floor(uses.length / 2);
      const [before, after] = [uses.slice(0, half), uses.slice(half)].map((part) =>
        getMedian(part.map(({ files }) => files)),
      ) as [number, number];
      const mean = points.reduce((sum, { y }) => sum + y, 0) / points.length;
      const [growth, from, to] = [slope, lower, upper].map(formatNumber);
      return {
        growth: lower,
        files: after - before,
        row: [name, formatNumber(mean), `${growth} (${from} to ${to})`, `${before}, ${after}`],
      };
    });
  });
}
