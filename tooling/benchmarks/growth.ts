import { createGrowthTargets, formatGrowthTable, type GrowthResult } from './growth/growth-row';
import { measureProductList } from './growth/product-list';
import { measureRemotes } from './growth/remotes';
import { measureSitemap } from './growth/sitemap';
import type { SectionResult } from './report';
import type { BenchmarkShop } from './shop';

/** Measures what more remotes, products, orders and releases cost. */
export async function measureGrowth(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const remotes = await measureRemotes(shop, isShort ? 3 : 45);
  const results: GrowthResult[] = [
    await measureProductList(100, isShort ? 20_000 : 100_000),
    await measureSitemap(1000, isShort ? 20_000 : 100_000),
  ];
  const rows = results.flatMap((result) => result.rows);
  return {
    isStrict: true,
    targets: [...createGrowthTargets(rows), ...results.flatMap(({ targets = [] }) => targets), ...remotes.targets],
    parts: [formatGrowthTable(rows), ...remotes.parts],
  };
}
