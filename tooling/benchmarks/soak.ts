import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { createPreview } from '@shop/releases/signed-links/preview';
import { readLiveState } from '@shop/releases/state/live-state';
import { prepareLoad, runLoad, withReleaseFiles } from './load';
import { listProcesses, type ProcessUse } from './processes';
import { formatNumber, formatTable, type SectionResult } from './report';
import { author, type BenchmarkShop, waitUntilRendered, withoutGates } from './shop';
import { getTrend } from './trend';

const connections = 4;
const sampleMs = 10_000;
/** Milliseconds between two changes of releases. */
const pauseMs = 8000;
/** Loads of 30 seconds after which the store API restarts. */
const loadsBetweenRestarts = 8;
/** Megabytes an hour that a server may grow, as the lower bound of the 95 % confidence interval of its trend. */
const maxGrowth = 24;
/** Open files by which the last third of the samples may exceed the second. */
const maxFilesGrowth = 20;

/** What the processes of a server use at one moment. */
interface Sample {
  hour: number;
  processes: ProcessUse[];
}

/**
 * Runs a shop under moderate load for half an hour while releases are promoted, rolled back, canaried and previewed and the
 * store API is restarted. Memory and open files of every server must not rise, and no response may fail.
 */
export async function measureSoak(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const samples: Record<string, Sample[]> = { gateway: [], renderers: [], 'store API': [] };
  const createPlan = await prepareLoad(shop);
  const gateway = await shop.startGateway();
  await waitUntilRendered(gateway.origin);
  const plan = await withReleaseFiles(createPlan(gateway, connections, isShort ? 10 : 30));
  const started = performance.now();
  const end = started + (isShort ? 1 : 30) * 60_000;
  const isOpen = () => performance.now() < end;
  const sampling = (async () => {
    while (isOpen()) {
      const hour = (performance.now() - started) / 3_600_000;
      const [own, ...renderers] = listProcesses(gateway.pid);
      samples.gateway?.push({ hour, processes: own ? [own] : [] });
      samples.renderers?.push({ hour, processes: renderers });
      samples['store API']?.push({ hour, processes: listProcesses(shop.getStoreApiPid()) });
      await sleep(sampleMs);
    }
  })();
  const changing = changeReleases(shop, gateway.origin, isOpen);
  // A failure is reported at the end, after the load.
  changing.catch(() => undefined);
  const results = [];
  for (let index = 1; isOpen(); index++) {
    results.push(await runLoad(plan));
    // The API restarts between two loads: it is the only one.
    if (index % loadsBetweenRestarts === 0) await shop.restartStoreApi();
  }
  const changes = await changing;
  await sampling;
  for (const { failures } of results)
    if (Object.keys(failures).length > 0) console.error(`  ${JSON.stringify(failures)}`);
  const failed = results.flatMap(({ failures }) => Object.values(failures)).reduce((sum, count) => sum + count, 0);
  const servers = Object.entries(samples).map(([name, all]) => describeServer(name, all));
  const count = results.reduce((sum, result) => sum + result.count, 0);
  const header = ['Last two thirds', 'Memory, MB', 'Growth, MB an hour (95 %)', 'Open files'];
  return {
    targets: [
      { text: 'failed responses', value: failed, limit: 0 },
      {
        text: 'growth of the memory of a server at least, MB an hour',
        value: Math.max(...servers.map(({ growth }) => growth)),
        limit: maxGrowth,
      },
      {
        text: 'growth of the open files of a server',
        value: Math.max(...servers.map(({ filesGrowth }) => filesGrowth)),
        limit: maxFilesGrowth,
      },
    ],
    parts: [
      `${count} responses; ${Object.entries(changes)
        .map(([name, times]) => `${times} ${name}`)
        .join(', ')}.`,
      formatTable(
        header,
        servers.map(({ row }) => row),
      ),
    ],
    isStrict: true,
  };
}

/** Promotes, rolls back, canaries and previews a version of a remote in turn. @returns How often each change was made. */
async function changeReleases({ environment, publishVariant }: BenchmarkShop, origin: string, isOpen: () => boolean) {
  const variant = await publishVariant('mf-catalog', 'soak');
  const openPreview = async () => {
    const state = await readLiveState(environment);
    if (!state) throw new Error('Nothing is live.');
    const { id } = await createPreview(environment, state.live, { by: author.by, duration: 60_000 });
    const link = await fetch(`${origin}/-/preview/${id}`, { redirect: 'manual' });
    const cookies = link.headers.getSetCookie().map((line) => line.split(';')[0]);
    await fetch(`${origin}/products`, { headers: { cookie: cookies.join('; ') } });
  };
  const steps = {
    promotions: () => promote(environment, [variant], author, withoutGates),
    rollbacks: () => rollback(environment, author, withoutGates),
    canaries: () => promote(environment, [variant], author, { ...withoutGates, canaryShare: 20 }),
    previews: openPreview,
    halts: () => halt(environment, author),
  };
  const counts = Object.fromEntries(Object.keys(steps).map((name) => [name, 0]));
  while (isOpen()) {
    for (const [name, step] of Object.entries(steps)) {
      await step();
      counts[name] = (counts[name] ?? 0) + 1;
      await sleep(pauseMs);
    }
  }
  return counts;
}

/** Describes what a server used after its start: the trend of its memory, and its open files before and after. */
function describeServer(name: string, all: readonly Sample[]) {
  const late = all.slice(Math.floor(all.length / 3));
  // Canaries and previews have renderers of their own for a while, in a number that depends on the moment of the sample.
  const runsAlways = ({ pid }: ProcessUse) =>
    late.every(({ processes }) => processes.some((other) => other.pid === pid));
  const isCounted = name === 'renderers' ? runsAlways : () => true;
  const sum = (sample: Sample, get: (use: ProcessUse) => number) =>
    sample.processes.filter(isCounted).reduce((total, use) => total + get(use), 0);
  const memory = getTrend(late.map((sample) => ({ x: sample.hour, y: sum(sample, (use) => use.memory) / 1024 ** 2 })));
  const half = Math.floor(late.length / 2);
  const getMaxFiles = (part: readonly Sample[]) =>
    Math.max(0, ...part.map((sample) => sum(sample, ({ files }) => files)));
  const [before, after] = [getMaxFiles(late.slice(0, half)), getMaxFiles(late.slice(half))];
  const [mean, slope, lower, upper] = [memory.mean, memory.slope, memory.lower, memory.upper].map(formatNumber);
  return {
    // Without a process that ran all the time there is nothing to compare, which misses the target.
    growth: memory.mean > 0 ? memory.lower : Number.NaN,
    filesGrowth: after - before,
    row: [name, `${mean}`, `${slope} (${lower} to ${upper})`, `${before}, ${after}`],
  };
}
