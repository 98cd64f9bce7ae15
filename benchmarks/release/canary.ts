import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { halt, rollout } from '@shop/releases/actions/rollout';
import type { Release } from '@shop/releases/release/release';
import { author, type BenchShop, unchecked } from './bench-shop';
import { milliseconds, prove, show } from './figures';
import { forMany, open, type Page, severalLooks, untilServed } from './visits';

const visitors = 2000;
const atOnce = 25;
const shares = [10, 25, 50] as const;

/** Shares a canary out to visitors who come again at every step, and takes it back. */
export async function measureCanary(shop: BenchShop, origin: string, release: Release): Promise<void> {
  const { environment, liveSeq } = shop;
  const control = await liveSeq();
  let pages: Page[] = Array.from({ length: visitors }, () => ({ status: 0, seq: control, scripts: [], cookie: '' }));
  let changed = 0;
  let lost = 0;
  for (const [at, share] of shares.entries()) {
    if (at === 0) await promote(environment, [release], author, { ...unchecked, canaryShare: share });
    else await rollout(environment, share, author, unchecked);
    await sleep(severalLooks);
    const before = pages;
    pages = await forMany(pages, atOnce, ({ cookie }) => open(origin, cookie));
    const again = await forMany(pages.slice(0, 200), atOnce, ({ cookie }) => open(origin, cookie));
    changed += again.filter(({ seq }, at) => seq !== pages[at]?.seq).length;
    lost += before.filter(({ seq }, at) => seq !== control && pages[at]?.seq === control).length;
    const drawn = pages.filter(({ seq }) => seq !== control).length;
    const tolerance = 300 * Math.sqrt(((share / 100) * (1 - share / 100)) / visitors);
    const figure = `${((100 * drawn) / visitors).toFixed(1)} %`;
    show(`canary of ${share} %: share of ${visitors} visitors`, figure, `${share} ± ${tolerance.toFixed(1)} %`);
  }
  prove('visitors who changed sides between two pages', String(changed), '0', changed === 0);
  prove('visitors who lost the canary while its share rose', String(lost), '0', lost === 0);
  const cookie = pages.find(({ seq }) => seq !== control)?.cookie ?? '';
  const started = performance.now();
  await halt(environment, author);
  await untilServed(origin, control, cookie);
  show('halt: command to a canary visitor’s next document', milliseconds(performance.now() - started), 'under 1000 ms');
}
