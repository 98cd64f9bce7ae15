import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import type { Release } from '@shop/releases/release/release';
import { author, type BenchShop, unchecked } from './bench-shop';
import { median, milliseconds, prove, quantile, show } from './figures';
import { isWhole, open, untilServed } from './visits';

const swaps = 100;
const shoppers = 50;
/** Milliseconds a shopper looks at a page, at least and at most. */
const [shortest, longest] = [250, 750];

/** Swaps two versions of an app while shoppers walk about. */
export async function measureSwaps(shop: BenchShop, origin: string, versions: [Release, Release]): Promise<void> {
  const toLive: number[] = [];
  const toDocument: number[] = [];
  let isRunning = true;
  let navigations = 0;
  let failures = 0;
  const walkAbout = async () => {
    const cached = new Set<string>();
    while (isRunning) {
      const isFine = await open(`${origin}/products`)
        .then((page) => isWhole(page, cached))
        .catch(() => false);
      navigations++;
      if (!isFine) failures++;
      await sleep(shortest + Math.random() * (longest - shortest));
    }
  };
  const crowd = Array.from({ length: shoppers }, walkAbout);
  for (let at = 0; at < swaps; at++) {
    const started = performance.now();
    const { live } = await promote(shop.environment, [versions[at % 2] as Release], author, { check: shop.gates });
    toLive.push(performance.now() - started);
    toDocument.push(await untilServed(origin, live.seq));
  }
  isRunning = false;
  await Promise.all(crowd);
  show(`promote, gates without boot, ${shoppers} shoppers (median of ${swaps})`, milliseconds(median(toLive)));
  show('promoted to first document on it (median)', milliseconds(median(toDocument)), 'under 1000 ms');
  show('promoted to first document on it (95 of 100)', milliseconds(quantile(toDocument, 0.95)), 'under 1000 ms');
  show('promoted to first document on it (worst)', milliseconds(Math.max(...toDocument)), 'under 1000 ms');
  prove(`failed navigations during ${swaps} swaps`, `${failures} of ${navigations}`, '0', failures === 0);
}

/** From the command to the first document of the composition before. */
export async function measureRollback(shop: BenchShop, origin: string, release: Release): Promise<void> {
  await promote(shop.environment, [release], author, unchecked);
  await untilServed(origin, await shop.liveSeq());
  const started = performance.now();
  const { live } = await rollback(shop.environment, author, { check: shop.gates });
  await untilServed(origin, live.seq);
  show('rollback: command to document', milliseconds(performance.now() - started), 'under 1000 ms');
}
