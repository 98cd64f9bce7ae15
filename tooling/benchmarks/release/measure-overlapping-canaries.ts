import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import type { Release } from '@shop/releases/release/release';
import type { LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { waitUntil } from '@shop/testing/wait-until';
import { runInParallel } from '../../build/run-in-parallel';
import { author, type BenchmarkShop, withoutGates } from './benchmark-shop';
import { fourPollsMs, openPage, waitUntilServed } from './page-visits';
import { checkFigure, formatMilliseconds, printFigure } from './print-figures';

const visitors = 2000;
const concurrency = 25;
const [firstShare, secondShare] = [0.3, 0.4];
/** Standard deviations that a count may differ by. By chance, one of four counts exceeds four in 4,000 runs. */
const maxDeviations = 4;
/** Chi-squared with one degree of freedom that independent draws exceed once in 10,000 runs. */
const maxChiSquared = 15.14;

/**
 * Runs canaries of two apps at the same time, and counts the visitors of each and of both. While both run, it rolls back a third app.
 *
 * @param releases Releases of three apps. The first two become canaries.
 */
export async function measureOverlappingCanaries(
  { environment, gates }: BenchmarkShop,
  origin: string,
  [first, second, third]: readonly [Release, Release, Release],
): Promise<void> {
  await promote(environment, [first], author, { ...withoutGates, canaryShare: firstShare * 100 });
  await promote(environment, [second], author, { ...withoutGates, canaryShare: secondShare * 100 });
  await sleep(fourPollsMs);
  const state = await readLiveState(environment);
  const [a, b] = state?.canaries.map(({ composition }) => composition.seq) ?? [];
  const pair = state?.pairs[0]?.composition.seq;
  const pages = await runInParallel(
    Array.from({ length: visitors }, () => ''),
    concurrency,
    (cookie) => openPage(origin, cookie),
  );
  const count = (wanted: number | undefined) => pages.filter(({ seq }) => seq === wanted).length;
  const cells = [
    { name: 'neither', count: count(state?.live.seq), probability: (1 - firstShare) * (1 - secondShare) },
    { name: `${first.app} only`, count: count(a), probability: firstShare * (1 - secondShare) },
    { name: `${second.app} only`, count: count(b), probability: (1 - firstShare) * secondShare },
    { name: 'both', count: count(pair), probability: firstShare * secondShare },
  ];
  for (const { name, count: found, probability } of cells) {
    const expected = visitors * probability;
    const tolerance = maxDeviations * Math.sqrt(expected * (1 - probability));
    const label = `two canaries of ${firstShare * 100} % and ${secondShare * 100} %, ${visitors} visitors: ${name}`;
    checkFigure(
      label,
      String(found),
      `${expected.toFixed(0)} ± ${tolerance.toFixed(0)}`,
      Math.abs(found - expected) <= tolerance,
    );
  }
  const chiSquared = computeChiSquared(cells.map((cell) => cell.count));
  checkFigure(
    'independence of the two draws: chi-squared of the four counts',
    chiSquared.toFixed(2),
    `under ${maxChiSquared}`,
    chiSquared < maxChiSquared,
  );
  printFigure(
    'signed compositions of two canaries',
    String(1 + (state?.canaries.length ?? 0) + (state?.pairs.length ?? 0)),
  );
  const cookie = pages.find(({ seq }) => seq === pair)?.cookie ?? '';
  const getPairSeq = ({ pairs }: Pick<LiveState, 'pairs'>) => pairs[0]?.composition.seq ?? 0;
  const promoted = await promote(environment, [third], author, withoutGates);
  await waitUntilServed(origin, getPairSeq(promoted), cookie);
  const started = performance.now();
  const rolledBack = await rollback(environment, author, { app: third.app, check: gates });
  const commandMs = performance.now() - started;
  // The visitor gets the restored live composition while the gateway loads the rebuilt canaries.
  const isRestored = async () => (await openPage(origin, cookie)).seq !== getPairSeq(promoted);
  await waitUntil(isRestored, { timeoutMs: 60_000, intervalMs: 5, message: 'the gateway serves the restored version' });
  const restoredMs = performance.now() - started;
  await waitUntilServed(origin, getPairSeq(rolledBack), cookie);
  const rebuiltMs = performance.now() - started;
  const label = 'rollback of one app during two foreign canaries';
  printFigure(`${label}: command`, formatMilliseconds(commandMs));
  printFigure(`${label}: to the restored version`, formatMilliseconds(restoredMs), 'under 1000 ms');
  printFigure(`${label}: to the rebuilt pair`, formatMilliseconds(rebuiltMs));
  for (const { app } of [first, second]) await halt(environment, author, { app });
}

/** Computes chi-squared of a table of two rows and two columns. */
function computeChiSquared([neither = 0, first = 0, second = 0, both = 0]: readonly number[]): number {
  const total = neither + first + second + both;
  const margins = (neither + first) * (second + both) * (neither + second) * (first + both);
  return margins === 0 ? 0 : (total * (neither * both - first * second) ** 2) / margins;
}
