import { setTimeout as sleep } from 'node:timers/promises';
import { createSmokeTest } from '@shop/release-cli/smoke-test/run-smoke-test';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import type { Release } from '@shop/releases/release/release';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { compose } from '@shop/releases/state/compose';
import { waitUntil } from '@shop/testing/wait-until';
import { formatNumber, formatTable, getMedian, getQuantile, type SectionResult } from './report';
import { author, type BenchmarkShop, openPage, waitUntilServed, withoutGates } from './shop';

const shoppers = 50;
/** Range of the milliseconds for which a shopper stays on a page. */
const [minStay, maxStay] = [250, 750];

/** Measures release control with a real gateway process, the built apps and a release store in a folder. */
export async function measureReleases(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const { environment } = shop;
  const variant = await shop.publishVariant('mf-catalog', 'b');
  const { origin } = await shop.startGateway();
  const checks = await measureChecks(shop, variant);
  const promotions = await measurePromotions(shop, origin, isShort ? 5 : 100);

  const started = performance.now();
  const { live } = await rollback(environment, author, { check: shop.gates });
  await waitUntilServed(origin, live.seq);
  const rollbackMs = performance.now() - started;

  const contents = await shop.publishVariant('mf-content', 'b');
  await promote(environment, [contents], author, { ...withoutGates, canary: { share: 50 } });
  const haltMs = await measureHalt(shop, origin, live.seq);
  const ms = (text: string, value: number) => ({ text: `${text}, ms`, value, limit: 1000 });
  return {
    targets: [
      ms('promotion to its first document, median', getMedian(promotions.toDocument)),
      ms('promotion to its first document, 95 of 100', getQuantile(promotions.toDocument, 0.95)),
      ms('rollback: command to document', rollbackMs),
      ms("halt: command to a canary visitor's next document", haltMs),
      { text: `failed navigations of ${promotions.navigations}`, value: promotions.failures, limit: 0 },
    ],
    parts: [
      formatTable(
        ['Command', 'ms'],
        [
          ...checks.map(([label, value]) => [label, formatNumber(Math.round(value))]),
          [
            `promote, with ${shoppers} shoppers, without the smoke test (median)`,
            formatNumber(Math.round(getMedian(promotions.toLive))),
          ],
        ],
      ),
    ],
  };
}

/** Runs the gates as `release check` does, without the smoke test and with it. @returns Milliseconds by label. */
async function measureChecks({ environment, releases, releasesFolder, gates }: BenchmarkShop, release: Release) {
  const smokeTest = createSmokeTest({ location: { kind: 'folder', folder: releasesFolder } });
  const [shell, ...remotes] = releases;
  if (!shell) throw new Error('The benchmark has no shell.');
  const live = { schema: 1 as const, env: environment.name, seq: 1, shell, remotes };
  const candidate = { next: compose(environment.name, live, [release]), state: null };
  const durations: [label: string, milliseconds: number][] = [];
  for (const [label, check] of [
    ['check, without the smoke test', gates],
    ['check, with the smoke test on a server and in Chromium', createPromotionCheck(environment, [], smokeTest)],
  ] as const) {
    const started = performance.now();
    const findings = await check(candidate);
    if (findings.length > 0) throw new Error(`${label} found ${JSON.stringify(findings)}`);
    durations.push([label, performance.now() - started]);
  }
  return durations;
}

/** Promotes new versions of an app while shoppers navigate. No gateway has loaded one before. */
async function measurePromotions(shop: BenchmarkShop, origin: string, count: number) {
  const toLive: number[] = [];
  const toDocument: number[] = [];
  let isRunning = true;
  let navigations = 0;
  let failures = 0;
  const navigate = async () => {
    const cached = new Set<string>();
    while (isRunning) {
      const isLoaded = await loadPage(`${origin}/products`, cached).catch(() => false);
      navigations++;
      if (!isLoaded) failures++;
      await sleep(minStay + Math.random() * (maxStay - minStay));
    }
  };
  const navigating = Array.from({ length: shoppers }, navigate);
  for (let index = 0; index < count; index++) {
    const release = await shop.publishVariant('mf-catalog', `p${index}`);
    const started = performance.now();
    const { live } = await promote(shop.environment, [release], author, { check: shop.gates });
    toLive.push(performance.now() - started);
    toDocument.push(await waitUntilServed(origin, live.seq));
  }
  isRunning = false;
  await Promise.all(navigating);
  return { toLive, toDocument, navigations, failures };
}

/**
 * Opens a page with its scripts. @returns Whether all of them were loaded.
 *
 * @param cached Addresses of the scripts in the visitor's browser cache. Immutable scripts are added to it.
 */
async function loadPage(address: string, cached: Set<string>): Promise<boolean> {
  const { status, files } = await openPage(address);
  const loaded = await Promise.all(
    files
      .filter((file) => !cached.has(file))
      .map(async (file) => {
        const response = await fetch(new URL(file, address));
        await response.arrayBuffer();
        if (response.headers.get('cache-control')?.includes('immutable')) cached.add(file);
        return response.ok;
      }),
  );
  return status === 200 && files.length > 0 && loaded.every(Boolean);
}

/** Halts a canary. @returns Milliseconds until one of its visitors gets the control composition. */
async function measureHalt({ environment }: BenchmarkShop, origin: string, control: number): Promise<number> {
  // Half of the visitors are in the canary, once the gateway has loaded it.
  const findVisitor = async () => {
    const page = await openPage(origin, (await openPage(origin)).cookie);
    return page.seq === control ? undefined : page;
  };
  const visitor = await waitUntil(findVisitor, { timeoutMs: 60_000, message: 'a visitor is in the canary' });
  const started = performance.now();
  await halt(environment, author);
  await waitUntilServed(origin, control, visitor.cookie);
  return performance.now() - started;
}
