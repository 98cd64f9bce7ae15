import { promote } from '@shop/releases/actions/promote';
import { author, withoutGates } from '../../release/benchmark-shop';
import { waitUntilServed } from '../../release/page-visits';
import type { SectionResult } from '../report/benchmarks-document';
import { formatTable } from '../report/markdown-table';
import { measureMemory, sumMemory } from '../server/process-memory';
import type { MeasuredShop } from '../shops/open-shops';

const compositions = 20;
const measuredAfter: readonly number[] = [1, 2, 5, 10, compositions];
/** Milliseconds after which the pools of earlier compositions have ended: they drain for 5 seconds. */
const drainedMs = 8000;

/**
 * Promotes compositions one after the other, without a pause in which their pools could end, and measures the memory of the
 * gateway with its renderer processes: at once, and after the earlier pools have ended.
 */
export async function measureCompositions({ shop, variables }: MeasuredShop): Promise<SectionResult> {
  const { origin, pid, stop } = await shop.startGateway(variables);
  const rows: string[][] = [];
  const measure = (name: string) => {
    const processes = measureMemory(pid).filter(({ program }) => program !== 'esbuild');
    rows.push([name, String(processes.length - 1), (sumMemory(processes) / 1024 ** 2).toFixed(0)]);
  };
  try {
    for (let count = 1; count <= compositions; count++) {
      const release = await shop.publishVariant('mf-content', `c${count}`);
      const { live } = await promote(shop.environment, [release], author, withoutGates);
      await waitUntilServed(origin, live.seq);
      await (await fetch(origin)).text();
      if (measuredAfter.includes(count)) measure(`${count}, one after the other`);
    }
    await new Promise((resolve) => setTimeout(resolve, drainedMs));
    measure(`${compositions}, ${drainedMs / 1000} s later`);
  } finally {
    await stop();
  }
  const table = formatTable(['Compositions', 'Renderer processes', 'Memory, MB'], rows);
  return {
    parts: [
      {
        title: 'Live compositions',
        text: `Compositions that were promoted within one gateway: its renderer processes, and the memory of all. A gateway serves the live one and those of canaries, and keeps one for a rollback.\n\n${table}`,
      },
    ],
    targets: [],
  };
}
