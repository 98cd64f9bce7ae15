import type { BenchmarkOptions } from '../options';
import type { SectionResult } from '../report/benchmarks-document';
import type { MeasuredVariants, Variant } from '../shops/open-shops';
import { loadPage } from './load-page';
import type { PageLoad } from './page-load';
import { createPageTables } from './page-tables';
import { createPageTargets, type PageLoads } from './page-targets';
import type { VisitedPage } from './visited-pages';

interface MutablePageLoads extends PageLoads {
  loads: Map<Variant['name'], PageLoad[]>;
}

/** Attempts to load a page. A load can fail because Lighthouse finds no paint in a busy browser. */
const attempts = 3;

/**
 * Loads every page in every variant. The variants take turns, so that a change of the machine's speed affects all of them.
 */
export async function measurePages(
  { variants }: MeasuredVariants,
  pages: readonly VisitedPage[],
  { runs }: Pick<BenchmarkOptions, 'runs'>,
): Promise<SectionResult> {
  const measured: MutablePageLoads[] = pages.map(({ name }) => ({
    page: name,
    loads: new Map(variants.map((variant) => [variant.name, []])),
  }));
  for (let run = 0; run < runs; run++) {
    for (const [index, page] of pages.entries()) {
      for (const variant of rotate(variants, run)) {
        const load = await loadRepeatedly(variant, page);
        measured[index]?.loads.get(variant.name)?.push(load);
        const { firstContentfulPaint, largestContentfulPaint, blockingByCpu } = load;
        const figures = [firstContentfulPaint, largestContentfulPaint, blockingByCpu ?? Number.NaN];
        console.log(
          `  ${run + 1}/${runs} ${page.name}, ${variant.name}: FCP, LCP, blocking (CPU) ${figures.map(Math.round).join(', ')} ms`,
        );
      }
    }
  }
  return { parts: createPageTables(measured, runs), targets: createPageTargets(measured) };
}

/** The first variant of a run has a colder machine, so each variant is first in turn. */
const rotate = <Item>(items: readonly Item[], by: number): Item[] =>
  items.map((_, index) => items[(index + by) % items.length] as Item);

async function loadRepeatedly(variant: Variant, page: VisitedPage): Promise<PageLoad> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await loadPage(variant, page);
    } catch (error) {
      if (attempt === attempts) throw error;
      console.error(`  repeated: ${error instanceof Error ? error.message : error}`);
    }
  }
}
