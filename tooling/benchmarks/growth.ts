import { measureCartsAndOrders } from './growth/carts-and-orders';
import { createGrowthTarget, formatGrowthTable, type GrowthResult } from './growth/growth-row';
import { measureImport } from './growth/import';
import { measureProductList } from './growth/product-list';
import { measureReleaseLog } from './growth/release-log';
import { measureRemotes } from './growth/remotes';
import { measureRenderer } from './growth/renderer';
import { measureSearch } from './growth/search';
import { measureSitemap } from './growth/sitemap';
import type { SectionResult } from './report';
import type { BenchmarkShop } from './shop';

/** Measures what more remotes, products, documents, orders and releases cost. */
export async function measureGrowth(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const remotes = await measureRemotes(shop, isShort ? 3 : 45);
  const results: GrowthResult[] = [
    await measureProductList(100, isShort ? 20_000 : 100_000),
    await measureImport(isShort ? [300, 1000, 3000] : [300, 3000, 30_000, 100_000]),
    await measureReleaseLog(isShort),
    await measureRenderer(shop, isShort ? 60 : 600, isShort ? 300 : 3000),
    await measureSearch(300, isShort ? 1000 : 30_000),
    await measureCartsAndOrders(isShort ? 2000 : 20_000, isShort ? 10_000 : 100_000),
    await measureSitemap(1000, isShort ? 20_000 : 100_000),
  ];
  const rows = results.flatMap((result) => result.rows);
  return {
    isStrict: true,
    targets: [createGrowthTarget(rows), ...results.flatMap(({ targets = [] }) => targets), ...remotes.targets],
    parts: [formatGrowthTable(rows), ...remotes.parts],
  };
}
