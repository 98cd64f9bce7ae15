import type { BenchmarkOptions } from '../options';
import type { CataloguePaths } from '../pages/visited-pages';
import type { SectionResult } from '../report/benchmarks-document';
import { formatMs, formatSummary } from '../report/format-figures';
import { formatTable } from '../report/markdown-table';
import { getMedian, getPercentile, summarize } from '../report/statistics';
import type { Target } from '../report/targets';
import type { MeasuredVariants } from '../shops/open-shops';
import { type Latencies, measureLatency } from './measure-latency';
import { measureNavigation } from './measure-navigation';
import { measureTap, type TapFigures } from './measure-tap';
import { launchBrowser } from './phone';

/** Figures of one variant. Times in milliseconds. */
interface VariantInteractions {
  name: string;
  latencies: Latencies;
  taps: TapFigures[];
  cold: number[];
  prefetched: number[];
}

/** Measures interactions, a tap at the largest contentful paint, and the navigation to another remote, in every variant. */
export async function measureInteractions(
  shops: MeasuredVariants,
  paths: CataloguePaths,
  { runs }: Pick<BenchmarkOptions, 'runs'>,
): Promise<SectionResult> {
  const browser = await launchBrowser();
  try {
    const measured: VariantInteractions[] = [];
    for (const variant of shops.variants) {
      console.log(`  latency, ${variant.name}`);
      const latencies = await measureLatency(browser, variant, shops, paths.list);
      measured.push({ name: variant.name, latencies, taps: [], cold: [], prefetched: [] });
    }
    for (let run = 0; run < runs; run++) {
      for (const [index, variant] of shops.variants.entries()) {
        console.log(`  ${run + 1}/${runs} tap and navigation, ${variant.name}`);
        const figures = measured[index];
        figures?.taps.push(await measureTap(browser, variant, paths.product));
        figures?.cold.push(await measureNavigation(browser, variant, 'cold'));
        figures?.prefetched.push(await measureNavigation(browser, variant, 'prefetched'));
      }
    }
    return { parts: createParts(measured), targets: createTargets(measured) };
  } finally {
    await browser.close();
  }
}

const getSlowQuarter = (latencies: readonly number[]) => getPercentile(latencies, 0.75);

function createParts(measured: readonly VariantInteractions[]) {
  const kinds = [...(measured[0]?.latencies.keys() ?? [])];
  const latencyRows = measured.map(({ name, latencies }) => [
    name,
    ...kinds.map((kind) => formatMs(getSlowQuarter(latencies.get(kind) ?? []))),
    formatMs(getSlowQuarter([...latencies.values()].flat())),
  ]);
  const tapRows = measured.map(({ name, taps, cold, prefetched }) => [
    name,
    formatSummary(summarize(taps.map(({ paint }) => paint))),
    formatSummary(summarize(taps.map(({ counted }) => counted))),
    formatSummary(summarize(cold)),
    formatSummary(summarize(prefetched)),
  ]);
  return [
    {
      title: 'Latency of interactions',
      text: `Milliseconds from the input to the next paint, 75th percentile of 20, at 4 times CPU slowdown (Event Timing, steps of 8 ms).\n\n${formatTable(['Variant', ...kinds, 'all'], latencyRows)}`,
    },
    {
      title: 'First tap, and navigation to another remote',
      text: `Milliseconds on Slow 4G at 4 times CPU slowdown: median (range). _Tap_: from a tap on "Add to Cart" right after the product's picture is painted until the header counts the item. _Navigation_: from a tap on the home page until the policy is shown.\n\n${formatTable(['Variant', 'LCP', 'Tap', 'Navigation, cold', 'Navigation, prefetched'], tapRows)}`,
    },
  ];
}

function createTargets([federated]: readonly VariantInteractions[]): Target[] {
  if (!federated) return [];
  const max = (text: string, value: number, limit: number): Target => ({ text, value, limit, kind: 'max' });
  const latencies = [...federated.latencies].map(([kind, values]) =>
    max(`${kind}: latency, 75th percentile, ms`, getSlowQuarter(values), 200),
  );
  const tap = getMedian(federated.taps.map(({ counted }) => counted));
  return [
    ...latencies,
    max('tap right after LCP on Slow 4G until the cart counts the item, ms', tap, 1500),
    max('prefetched navigation to another remote, ms', getMedian(federated.prefetched), 100),
  ];
}
