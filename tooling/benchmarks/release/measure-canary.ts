import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { halt, rollout } from '@shop/releases/actions/rollout';
import type { Release } from '@shop/releases/release/release';
import { runInParallel } from '../../build/run-in-parallel';
import { author, type BenchmarkShop, withoutGates } from './benchmark-shop';
import { fourPollsMs, openPage, type Page, waitUntilServed } from './page-visits';
import { checkFigure, formatMilliseconds, printFigure } from './print-figures';

const visitors = 2000;
const concurrency = 25;
const shares = [10, 25, 50] as const;

/** Raises the share of a canary in steps, with visitors who return at every step, and halts it. */
export async function measureCanary(shop: BenchmarkShop, origin: string, release: Release): Promise<void> {
  const { environment, readLiveSeq } = shop;
  const control = await readLiveSeq();
  let pages: Page[] = Array.from({ length: visitors }, () => ({ status: 0, seq: control, scripts: [], cookie: '' }));
  let changed = 0;
  let lost = 0;
  for (const [index, share] of shares.entries()) {
    if (index === 0) await promote(environment, [release], author, { ...withoutGates, canaryShare: share });
    else await rollout(environment, share, author, withoutGates);
    await sleep(fourPollsMs);
    const before = pages;
    pages = await runInParallel(pages, concurrency, ({ cookie }) => openPage(origin, cookie));
    const again = await runInParallel(pages.slice(0, 200), concurrency, ({ cookie }) => openPage(origin, cookie));
    changed += again.filter(({ seq }, index) => seq !== pages[index]?.seq).length;
    lost += before.filter(({ seq }, index) => seq !== control && pages[index]?.seq === control).length;
    const inCanary = pages.filter(({ seq }) => seq !== control).length;
    const tolerance = 300 * Math.sqrt(((share / 100) * (1 - share / 100)) / visitors);
    const figure = `${((100 * inCanary) / visitors).toFixed(1)} %`;
    printFigure(`canary of ${share} %: share of ${visitors} visitors`, figure, `${share} ± ${tolerance.toFixed(1)} %`);
  }
  checkFigure('visitors whose assignment changed between two pages', String(changed), '0', changed === 0);
  checkFigure('visitors who lost the canary while its share rose', String(lost), '0', lost === 0);
  const cookie = pages.find(({ seq }) => seq !== control)?.cookie ?? '';
  const started = performance.now();
  await halt(environment, author);
  await waitUntilServed(origin, control, cookie);
  printFigure(
    'halt: command to a canary visitor’s next document',
    formatMilliseconds(performance.now() - started),
    'under 1000 ms',
  );
}
