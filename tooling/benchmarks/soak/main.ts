import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '@shop/release-cli/build/workspace';
import { parseOptions, parsePositiveInteger, readArguments } from '../../read-arguments';
import { listReleaseFiles, openLoadShop } from '../load/load-shop';
import { runLoad, sumRoutes } from '../load/run-load';
import { formatTable } from '../page-speed/report/markdown-table';
import { waitUntilRendered } from '../page-speed/shops/wait-until-rendered';
import { startOperations } from './operations';
import { type Sample, sampleProcesses } from './process-samples';
import { getTrend } from './trend';

/*
 * `npm run soak` runs a shop under moderate load for 30 minutes while releases are promoted, rolled back, canaried and previewed
 * and the store API is restarted. It samples memory, open files and sockets of every process, and exits with 1 when the memory
 * of a server rises, its open files rise, or a response failed. `-- --minutes N` sets the time.
 */
const { minutes, port } = readArguments((args) => {
  const values = parseOptions(args, {
    minutes: { type: 'string', default: '30' },
    port: { type: 'string', default: '3920' },
  });
  return {
    minutes: parsePositiveInteger('minutes', values.minutes),
    port: parsePositiveInteger('port', values.port, 65_000),
  };
});

const sampleMs = 10_000;
const connections = 4;
/** Seconds of one load generator. The next one starts after it. */
const loadSeconds = 30;
/** Megabytes an hour that a server may grow, as the lower bound of the 95 % confidence interval of its trend. */
const maxGrowth = 24;
/** Open files by which the last third of the samples may exceed the second. */
const maxFilesGrowth = 20;

const { shop, plan } = await openLoadShop(port);
const samples: Sample[] = [];
const violations: string[] = [];
let isOpen = true;

try {
  const gateway = await shop.startGateway();
  await waitUntilRendered(gateway.origin);
  const files = await listReleaseFiles(gateway.origin);
  const operations = await startOperations(shop, gateway.origin);
  const started = performance.now();
  const end = started + minutes * 60_000;
  const sampling = (async () => {
    while (isOpen) {
      const second = Math.round((performance.now() - started) / 1000);
      const servers = { gateway: gateway.pid, 'store API': shop.getStoreApiPid() };
      for (const [name, pid] of Object.entries(servers)) samples.push(...sampleProcesses(second, name, pid));
      await sleep(sampleMs);
    }
  })();
  let [count, refused, failed, lost] = [0, 0, 0, 0];
  const failures: Record<string, number> = {};
  while (performance.now() < end) {
    // The API restarts between two loads: it is the only one.
    await operations.restartStoreApi();
    const result = await runLoad(plan(gateway, connections, loadSeconds, files));
    const sum = sumRoutes(result);
    count += sum.count;
    refused += sum.refused;
    failed += sum.failed;
    lost += result.lost;
    for (const [route, { statuses }] of Object.entries(result.routes)) {
      for (const [status, times] of Object.entries(statuses)) {
        failures[`${route} ${status}`] = (failures[`${route} ${status}`] ?? 0) + times;
      }
    }
  }
  isOpen = false;
  const done = await operations.stop();
  await sampling;
  console.log(`\n${count} responses, ${refused} with 503 and Retry-After, ${failed} failed, ${lost} lost`);
  console.log(
    Object.entries(done)
      .map(([name, times]) => `${times} ${name}`)
      .join(', '),
  );
  if (failed + lost > 0) violations.push(`${failed + lost} requests failed: ${JSON.stringify(failures)}`);
} finally {
  isOpen = false;
  await shop.close();
}

function sumAt(list: readonly Sample[], second: number, get: (sample: Sample) => number): number {
  return list.filter((sample) => sample.second === second).reduce((sum, sample) => sum + get(sample), 0);
}

/** Lists the samples of processes that run at each of these seconds. */
function listLasting(list: readonly Sample[], seconds: readonly number[]): Sample[] {
  const countSamples = (pid: number) =>
    list.filter((sample) => sample.pid === pid && seconds.includes(sample.second)).length;
  const lasting = new Set(
    [...new Set(list.map(({ pid }) => pid))].filter((pid) => countSamples(pid) >= seconds.length),
  );
  return list.filter(({ pid }) => lasting.has(pid));
}

/** One row for each server: the API's samples begin again with each of its processes, so their sum is the server's. */
const rows = ['gateway', 'renderers', 'store API'].map((name) => {
  const own = samples.filter((sample) => sample.server === name);
  const seconds = [...new Set(own.map(({ second }) => second))].sort((a, b) => a - b);
  const total = (second: number, get: (sample: Sample) => number) => sumAt(own, second, get);
  const late = seconds.slice(Math.floor(seconds.length / 3));
  // Canaries and previews have renderers of their own for a while, in a number that depends on the moment of the sample.
  const measured = name === 'renderers' ? listLasting(own, late) : own;
  const memory = getTrend(
    late.map((second) => ({ x: second / 3600, y: sumAt(measured, second, ({ rss }) => rss) / 1024 ** 2 })),
  );
  if (measured.length === 0) violations.push(`${name}: no process ran all the time, so its memory was not compared`);
  const half = Math.floor(late.length / 2);
  const maxFiles = (list: readonly number[]) =>
    Math.max(0, ...list.map((second) => total(second, ({ files }) => files)));
  const [filesBefore, filesAfter] = [maxFiles(late.slice(0, half)), maxFiles(late.slice(half))];
  if (memory.lower > maxGrowth)
    violations.push(`${name}: memory rises by at least ${memory.lower.toFixed(0)} MB an hour`);
  if (filesAfter > filesBefore + maxFilesGrowth)
    violations.push(`${name}: open files rise from ${filesBefore} to ${filesAfter}`);
  return [
    name,
    String(late.length),
    memory.mean.toFixed(0),
    `${memory.slope.toFixed(1)} (${memory.lower.toFixed(1)} to ${memory.upper.toFixed(1)})`,
    `${filesBefore}, ${filesAfter}`,
    String(Math.max(0, ...late.map((second) => total(second, ({ sockets }) => sockets)))),
  ];
});

const file = path.join(root, '.cache', `soak-${new Date().toISOString().replaceAll(':', '-')}.csv`);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(
  file,
  `second,server,pid,program,rss,files,sockets\n${samples
    .map(({ second, server, pid, program, rss, files, sockets }) =>
      [second, server, pid, program, rss, files, sockets].join(','),
    )
    .join('\n')}\n`,
);
console.log(
  `\n${formatTable(['Last two thirds', 'Samples', 'Memory, MB', 'Growth, MB an hour (95 %)', 'Files', 'Sockets'], rows)}\n`,
);
console.log(`Samples: ${path.relative(root, file)}`);
for (const violation of violations) console.log(`Not met: ${violation}`);
if (violations.length === 0)
  console.log('Memory and open files are flat, and every response was successful or 503 with Retry-After.');
process.exit(violations.length > 0 ? 1 : 0);
