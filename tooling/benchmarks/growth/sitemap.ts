import { type GrowthResult, runMeasurement } from './growth-row';
import type { MakingCost } from './sitemap-process';

async function measure(products: number): Promise<MakingCost> {
  const args = ['--products', String(products)];
  const [cost] = await runMeasurement<MakingCost>('tooling/benchmarks/growth/sitemap-process.ts', args);
  return cost;
}

/** Compares the sitemaps of a small and of a large catalogue: a request, the longest block of the gateway's loop, and the memory. */
export async function measureSitemap(few: number, many: number): Promise<GrowthResult> {
  const [small, large] = [await measure(few), await measure(many)];
  const row = (text: string, cost: (of: MakingCost) => number, limit: number) => ({
    text,
    limit,
    small: { size: `${few} products`, cost: cost(small) },
    large: { size: `${many} products`, cost: cost(large) },
  });
  const growth = many / few;
  return {
    rows: [
      row('sitemap: request of a part, ms', ({ requestMs }) => requestMs, 3),
      row('sitemap: until it is made, ms', ({ makingMs }) => makingMs, growth),
    ],
    targets: [
      { text: `sitemap: longest block of the gateway at ${many} products, ms`, value: large.blockMs, limit: 20 },
      { text: `sitemap: memory of the gateway at ${many} products, MB`, value: large.memory / 1024 ** 2, limit: 40 },
    ],
  };
}
