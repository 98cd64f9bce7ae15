import { listProcesses } from '../processes';
import { type BenchmarkShop, waitUntilRendered } from '../shop';
import { createUncachedAddresses, documentKinds } from '../uncached-addresses';
import type { GrowthResult, GrowthRow } from './growth-row';

/** Documents that are requested at the same time. */
const concurrency = 4;

/** Compares the memory of a renderer after few and after many different documents of each kind. */
export async function measureRenderer(shop: BenchmarkShop, few: number, many: number): Promise<GrowthResult> {
  await shop.importProducts(many);
  const listAddresses = await createUncachedAddresses(shop.storeApi);
  const rows: GrowthRow[] = [];
  for (const kind of documentKinds) {
    const { origin, pid, stop } = await shop.startGateway({ PAGE_RENDERERS: '1' });
    await waitUntilRendered(origin);
    const addresses = listAddresses(0, many, kind);
    const series: number[] = [];
    for (let from = 0; from < many; from += few) {
      const part = addresses.slice(from, from + few).values();
      const open = async () => {
        for (const address of part) await (await fetch(origin + address)).text();
      };
      await Promise.all(Array.from({ length: concurrency }, open));
      series.push(measureRendererMemory(pid));
    }
    await stop();
    console.log(`  ${kind}: ${series.map((value) => value.toFixed(0)).join(', ')} MB`);
    rows.push({
      text: `memory of a renderer after different ${kind}, MB`,
      small: { size: `${few} documents`, cost: series[0] ?? Number.NaN },
      large: { size: `${many} documents`, cost: series.at(-1) ?? Number.NaN },
      limit: 1.5,
    });
  }
  return { rows };
}

/** Measures the renderers of a gateway in megabytes. */
const measureRendererMemory = (gateway: number): number =>
  listProcesses(gateway)
    .filter(({ pid }) => pid !== gateway)
    .reduce((sum, { memory }) => sum + memory, 0) /
  1024 ** 2;
