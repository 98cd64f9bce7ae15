import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { prepareLoad, runLoad, withReleaseFiles } from './load';
import { listProcesses, type ProcessUse } from './processes';
import { formatNumber, formatTable, getMedian, type SectionResult } from './report';
import { author, type BenchmarkShop, waitUntilRendered, withoutGates } from './shop';

const connections = 4;
const sampleMs = 10_000;
/** Milliseconds between two changes of releases. */
const pauseMs = 8000;
/** Megabytes and open files by which the last third of the samples of a server may exceed the second. */
const maxMemoryGrowth = 40;
const maxFilesGrowth = 40;

/**
 * Runs a shop under moderate load for half an hour while releases are promoted, rolled back and canaried. Memory and open
 * files of the servers must not rise, and no response may fail.
 */
export async function measureSoak(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const samples: Record<string, ProcessUse[]> = { gateway: [], 'store API': [] };
  const createPlan = await prepareLoad(shop);
  const gateway = await shop.startGateway();
  await waitUntilRendered(gateway.origin);
  const plan = await withReleaseFiles(createPlan(gateway, connections, isShort ? 10 : 30));
  const end = performance.now() + (isShort ? 1 : 30) * 60_000;
  const isOpen = () => performance.now() < end;
  const sampling = (async () => {
    while (isOpen()) {
      for (const [name, pid] of Object.entries({ gateway: gateway.pid, 'store API': shop.getStoreApiPid() }))
        samples[name]?.push(sumUse(listProcesses(pid)));
      await sleep(sampleMs);
    }
  })();
  const changing = changeReleases(shop, isOpen);
  // A failure is reported at the end, after the load.
  changing.catch(() => undefined);
  const results = [];
  while (isOpen()) results.push(await runLoad(plan));
  const changes = await changing;
  await sampling;
  const failures = results.flatMap((result) => Object.entries(result.failures));
  for (const [route, count] of failures) console.error(`  ${route}: ${count}`);
  const count = results.reduce((sum, result) => sum + result.count, 0);
  const servers = Object.entries(samples).map(([name, uses]) => describeServer(name, uses));
  const header = ['Median of the second and the last third', 'Memory, MB', 'Open files'];
  const max = (text: string, values: number[], limit: number) => ({ text, value: Math.max(...values), limit });
  return {
    targets: [
      { text: 'failed responses', value: failures.reduce((sum, [, failed]) => sum + failed, 0), limit: 0 },
      max(
        'growth of the memory of a server, MB',
        servers.map(({ memory }) => memory),
        maxMemoryGrowth,
      ),
      max(
        'growth of the open files of a server',
        servers.map(({ files }) => files),
        maxFilesGrowth,
      ),
    ],
    parts: [
      `${count} responses; ${changes} promotions, rollbacks and canaries.\n\n${formatTable(
        header,
        servers.map(({ row }) => row),
      )}`,
    ],
    isStrict: true,
  };
}

const sumUse = (processes: readonly ProcessUse[]): ProcessUse => ({
  memory: processes.reduce((sum, { memory }) => sum + memory, 0) / 1024 ** 2,
  files: processes.reduce((sum, { files }) => sum + files, 0),
});

/** Promotes, rolls back, canaries and halts a version of a remote in turn. @returns Number of changes. */
async function changeReleases({ environment, publishVariant }: BenchmarkShop, isOpen: () => boolean) {
  const variant = await publishVariant('mf-catalog', 'soak');
  const steps = [
    () => promote(environment, [variant], author, withoutGates),
    () => rollback(environment, author, withoutGates),
    () => promote(environment, [variant], author, { ...withoutGates, canaryShare: 20 }),
    () => halt(environment, author),
  ];
  let changes = 0;
  for (; isOpen(); changes++) {
    await steps[changes % steps.length]?.();
    await sleep(pauseMs);
  }
  return changes;
}

/** Compares what a server used in the second third with the last. Canaries have renderers of their own for a while. */
function describeServer(name: string, uses: readonly ProcessUse[]) {
  const third = Math.floor(uses.length / 3);
  const compare = (values: readonly number[]) => {
    const [before, after] = [getMedian(values.slice(third, 2 * third)), getMedian(values.slice(2 * third))];
    return { growth: after - before, text: `${formatNumber(before)}, ${formatNumber(after)}` };
  };
  const memory = compare(uses.map((use) => use.memory));
  const files = compare(uses.map((use) => use.files));
  return { memory: memory.growth, files: files.growth, row: [name, memory.text, files.text] };
}
