import { createSmokeTest } from '@shop/release-cli/smoke-test/run-smoke-test';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import type { Release } from '@shop/releases/release/release';
import { compose } from '@shop/releases/state/compose';
import type { BenchShop } from './bench-shop';
import { milliseconds, show } from './figures';

/** Looks a composition over as `release check` does: what it is made of, then everything. */
export async function measureCheck({ environment, releases, releasesFolder, gates }: BenchShop, release: Release) {
  const bootComposition = createSmokeTest({ location: { kind: 'folder', folder: releasesFolder } });
  const [shell, ...remotes] = releases;
  if (!shell) throw new Error('the bench has no shell');
  const live = { schema: 1 as const, env: environment.name, seq: 1, shell, remotes };
  const candidate = { next: compose(environment.name, live, [release]), state: null };
  for (const [what, check] of [
    ['check without the boot', gates],
    ['check with the boot, on a server and in Chromium', createPromotionCheck(environment, [], bootComposition)],
  ] as const) {
    const started = performance.now();
    const findings = await check(candidate);
    if (findings.length > 0) throw new Error(`${what} found ${JSON.stringify(findings)}`);
    show(what, milliseconds(performance.now() - started));
  }
}
