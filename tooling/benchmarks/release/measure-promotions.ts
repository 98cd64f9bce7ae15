import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import type { Release } from '@shop/releases/release/release';
import { author, type BenchmarkShop, withoutGates } from './benchmark-shop';
import { isComplete, openPage, waitUntilServed } from './page-visits';
import { checkFigure, formatMilliseconds, getMedian, getQuantile, printFigure } from './print-figures';

const promotions = 100;
const shoppers = 50;
/** Range of the milliseconds for which a shopper stays on a page. */
const [minStay, maxStay] = [250, 750];

/** Promotes two versions of an app in turn while shoppers navigate. */
export async function measurePromotions(
  shop: BenchmarkShop,
  origin: string,
  versions: [Release, Release],
): Promise<void> {
  const toLive: number[] = [];
  const toDocument: number[] = [];
  let isRunning = true;
  let navigations = 0;
  let failures = 0;
  const navigate = async () => {
    const cached = new Set<string>();
    while (isRunning) {
      const isLoaded = await openPage(`${origin}/products`)
        .then((page) => isComplete(page, cached))
        .catch(() => false);
      navigations++;
      if (!isLoaded) failures++;
      await sleep(minStay + Math.random() * (maxStay - minStay));
    }
  };
  const navigating = Array.from({ length: shoppers }, navigate);
  for (let index = 0; index < promotions; index++) {
    const started = performance.now();
    const { live } = await promote(shop.environment, [versions[index % 2] as Release], author, { check: shop.gates });
    toLive.push(performance.now() - started);
    toDocument.push(await waitUntilServed(origin, live.seq));
  }
  isRunning = false;
  await Promise.all(navigating);
  printFigure(
    `promote, gates without the smoke test, ${shoppers} shoppers (median of ${promotions})`,
    formatMilliseconds(getMedian(toLive)),
  );
  printFigure('promotion to its first document (median)', formatMilliseconds(getMedian(toDocument)), 'under 1000 ms');
  printFigure(
    'promotion to its first document (95 of 100)',
    formatMilliseconds(getQuantile(toDocument, 0.95)),
    'under 1000 ms',
  );
  printFigure('promotion to its first document (worst)', formatMilliseconds(Math.max(...toDocument)), 'under 1000 ms');
  checkFigure(
    `failed navigations during ${promotions} promotions`,
    `${failures} of ${navigations}`,
    '0',
    failures === 0,
  );
}

/** Measures the time from a rollback to the first document of the earlier composition. */
export async function measureRollback(shop: BenchmarkShop, origin: string, release: Release): Promise<void> {
  await promote(shop.environment, [release], author, withoutGates);
  await waitUntilServed(origin, await shop.readLiveSeq());
  const started = performance.now();
  const { live } = await rollback(shop.environment, author, { check: shop.gates });
  await waitUntilServed(origin, live.seq);
  printFigure('rollback: command to document', formatMilliseconds(performance.now() - started), 'under 1000 ms');
}
