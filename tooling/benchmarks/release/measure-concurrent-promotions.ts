import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import { readLiveState } from '@shop/releases/state/live-state';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { author, type BenchmarkShop, withoutGates } from './benchmark-shop';
import { checkFigure } from './print-figures';

const promoters = 24;

/** Promotes many apps at the same moment, in a new environment, and counts lost updates. */
export async function measureConcurrentPromotions({ environment, releases }: BenchmarkShop): Promise<void> {
  const concurrent = { ...environment, name: 'races' };
  const shell = releases.find(({ app }) => app === 'shell') as Release;
  await promote(concurrent, [shell], author, withoutGates);
  const apps = Array.from({ length: promoters }, (_, index) => `mf-race-${index}`);
  const published = await Promise.all(
    apps.map((app) => publish(environment.store, { appRoot: writeFakeBuild({ app }), commit: '' })),
  );
  await Promise.all(published.map((release) => promote(concurrent, [release], author, withoutGates)));
  const promoted = (await readLiveState(concurrent))?.live.remotes.length ?? 0;
  checkFigure(
    `lost updates of ${promoters} concurrent promotions`,
    String(promoters - promoted),
    '0',
    promoted === promoters,
  );
}
