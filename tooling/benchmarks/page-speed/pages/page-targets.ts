import { getMedian } from '../report/statistics';
import type { Target } from '../report/targets';
import type { Variant } from '../shops/open-shops';
import type { PageLoad } from './page-load';

/** The loads of one page by variant. */
export interface PageLoads {
  page: string;
  loads: ReadonlyMap<Variant['name'], readonly PageLoad[]>;
}

/** Pages whose content is rendered on the server and that have targets. */
const renderedPages = ['home', 'list', 'product'];

const maxScriptBytes = 140 * 1024;

/** Returns the median of a figure over loads. Loads without the figure do not count. */
export function getMedianFigure(loads: readonly PageLoad[], select: (load: PageLoad) => number | null): number {
  return getMedian(loads.map(select).filter((value) => value !== null));
}

/** Compares the federated shop with its limits and with the single builds. */
export function createPageTargets(pages: readonly PageLoads[]): Target[] {
  return pages.flatMap(({ page, loads }) => {
    if (!renderedPages.includes(page)) return [];
    const of = (name: Variant['name'], select: (load: PageLoad) => number | null) =>
      getMedianFigure(loads.get(name) ?? [], select);
    const federated = (select: (load: PageLoad) => number | null) => of('federated', select);
    const [client, server] = ['client-rendered single build', 'server-rendered single build'] as const;
    const lcp = (load: PageLoad) => load.largestContentfulPaint;
    const scripts = (load: PageLoad) => load.scriptBytes;
    const max = (text: string, value: number, limit: number): Target => ({
      text: `${page}: ${text}`,
      value,
      limit,
      kind: 'max',
    });
    return [
      max('LCP by that of the client-rendered single build', federated(lcp) / of(client, lcp), 0.3),
      max('LCP by that of the server-rendered single build', federated(lcp) / of(server, lcp), 1),
      max(
        'blocking time by wall clock, ms',
        federated((load) => load.blockingByWall),
        50,
      ),
      max(
        'blocking time by thread CPU, ms',
        federated((load) => load.blockingByCpu),
        50,
      ),
      max(
        'CLS',
        federated((load) => load.layoutShift),
        0.01,
      ),
      max(
        'hydrated, by when the client-rendered single build is usable',
        federated((load) => load.hydrated) / of(client, (load) => load.usable),
        1,
      ),
      max('first-load JavaScript, KB', federated(scripts) / 1024, maxScriptBytes / 1024),
      max(
        'first-load JavaScript by that of the server-rendered single build',
        federated(scripts) / of(server, scripts),
        1.1,
      ),
    ];
  });
}
