import { createSmokeTest } from '@shop/release-cli/smoke-test/run-smoke-test';
import type { Release } from '@shop/releases/release/release';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { compose } from '@shop/releases/state/compose';
import type { BenchmarkShop } from './benchmark-shop';
import { formatMilliseconds, printFigure } from './print-figures';

/** Runs the gates as `release check` does, without the smoke test and with it. */
export async function measureGates({ environment, releases, releasesFolder, gates }: BenchmarkShop, release: Release) {
  const smokeTest = createSmokeTest({ location: { kind: 'folder', folder: releasesFolder } });
  const [shell, ...remotes] = releases;
  if (!shell) throw new Error('The benchmark has no shell.');
  const live = { schema: 1 as const, env: environment.name, seq: 1, shell, remotes };
  const candidate = { next: compose(environment.name, live, [release]), state: null };
  for (const [label, check] of [
    ['check without the smoke test', gates],
    ['check with the smoke test, on a server and in Chromium', createPromotionCheck(environment, [], smokeTest)],
  ] as const) {
    const started = performance.now();
    const findings = await check(candidate);
    if (findings.length > 0) throw new Error(`${label} found ${JSON.stringify(findings)}`);
    printFigure(label, formatMilliseconds(performance.now() - started));
  }
}
