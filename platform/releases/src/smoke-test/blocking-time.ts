/// <reference lib="dom" />
import type { Composition } from '@shop/remote-contract/composition';
import type { BrowserContext } from 'playwright-core';
import type { Problem } from '../gates/gate';
import type { SmokeTestPage } from './collect-problems';

/**
 * Milliseconds by which the total blocking time of a page may exceed that of the live version. Far more than the noise of a busy
 * machine, and less than a shopper bears: a phone is several times as slow as the machine of a release.
 */
export const maxAddedBlockingMs = 500;

/** Visits of each version. The median counts. */
const visits = 3;
/** Comparisons that a refused page exceeds, each of them. Other work of a busy machine delays one version by chance. */
const comparisons = 3;
/** Pages that are compared: those that block most. */
const maxPages = 2;

/** A composition that a gateway serves on this machine. */
export interface ServedComposition {
  composition: Composition;
  /** Without a slash at its end. */
  origin: string;
}

/** Blocking time of a page at its start, in milliseconds. */
export interface BlockedPage {
  page: SmokeTestPage;
  blockedMs: number;
}

/** Runs in the page. Returns what its tasks until now had over 50 ms each, in milliseconds: the total blocking time. */
export const readBlocking = (): Promise<number> =>
  new Promise((resolve) => {
    let blocked = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked += duration - 50;
    }).observe({ type: 'longtask', buffered: true });
    // The observer gets earlier tasks before the next task.
    setTimeout(() => resolve(Math.round(blocked)), 50);
  });

async function measure(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    return await page.evaluate(readBlocking);
  } finally {
    await page.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Medians of the visits of one page, in milliseconds. */
interface Comparison {
  next: number;
  before: number;
  isExceeded: boolean;
}

/** @returns Null when the live version does not show its page, so that there is nothing to compare with. */
async function compare(context: BrowserContext, nextAddress: string, liveAddress: string): Promise<Comparison | null> {
  const times = { next: [] as number[], live: [] as number[] };
  for (let visit = 0; visit < visits; visit++) {
    times.next.push(await measure(context, nextAddress));
    const ofLive = await measure(context, liveAddress).catch(() => null);
    if (ofLive === null) return null;
    times.live.push(ofLive);
  }
  const [next, before] = [median(times.next), median(times.live)];
  return { next, before, isExceeded: next - before > maxAddedBlockingMs };
}

/**
 * Compares the pages that block the main thread with the live version: three visits of each, in turn, one page at a time, in one
 * browser. A page that blocks for less than the bound exceeds nothing, so a composition that starts quickly needs no comparison. A
 * page that exceeds the bound is compared again. A live version that does not start, or does not show the page, is not compared: the
 * promotion may repair it.
 *
 * @param blocked  The pages of a visit beside other pages.
 * @param openLive  Serves the live composition. It is called when there is something to compare.
 */
export async function compareBlocking(
  context: BrowserContext,
  origin: string,
  blocked: readonly BlockedPage[],
  openLive: () => Promise<ServedComposition>,
): Promise<Problem[]> {
  const suspects = blocked
    .filter(({ blockedMs }) => blockedMs > maxAddedBlockingMs)
    .sort((a, b) => b.blockedMs - a.blockedMs)
    .slice(0, maxPages);
  if (suspects.length === 0) return [];
  const live = await openLive().catch(() => null);
  if (!live) return [];
  const problems: Problem[] = [];
  for (const { page } of suspects) {
    const { app, pathname } = page;
    // A new app has no page to compare with.
    if (app !== 'shell' && !live.composition.remotes.some(({ name }) => name === app)) continue;
    const run = () => compare(context, origin + pathname, live.origin + pathname);
    let comparison = await run();
    for (let count = 1; count < comparisons && comparison?.isExceeded; count++) comparison = await run();
    if (!comparison?.isExceeded) continue;
    const { next, before } = comparison;
    problems.push({
      app,
      problem: `${pathname} blocks the main thread at its start for ${next} ms, in the live composition for ${before} ms (medians of ${visits} visits; ${maxAddedBlockingMs} ms more are allowed)`,
      remedy: 'divide the work that runs when the page starts, or move it to a worker',
      // The whole time, because a later run compares with a live version that has the accepted time.
      measured: next,
    });
  }
  return problems;
}
