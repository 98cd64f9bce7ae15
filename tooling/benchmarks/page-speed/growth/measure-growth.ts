import type { SectionResult } from '../report/benchmarks-document';
import type { MeasuredShop } from '../shops/open-shops';
import { measureCompositions } from './measure-compositions';
import { measureProducts } from './measure-products';
import { measureRemotes } from './measure-remotes';

/** Measures what more compositions, remotes and products cost. */
export async function measureGrowth(shop: MeasuredShop): Promise<SectionResult> {
  const results: SectionResult[] = [];
  // The compositions come first: the generated remotes stay live.
  for (const measure of [measureCompositions, measureRemotes, measureProducts]) {
    results.push(await measure(shop));
    console.log(
      `  ${results
        .at(-1)
        ?.parts.map(({ title }) => title)
        .join()} measured`,
    );
  }
  return { parts: results.flatMap(({ parts }) => parts), targets: results.flatMap(({ targets }) => targets) };
}
