import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import { readLiveState } from '@shop/releases/state/live-state';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { author, type BenchShop, unchecked } from './bench-shop';
import { prove } from './figures';

const promoters = 24;

/** Promoters of different apps at the same moment, in an environment of their own. */
export async function measureRaces({ environment, releases }: BenchShop): Promise<void> {
  const racing = { ...environment, name: 'races' };
  const shell = releases.find(({ app }) => app === 'shell') as Release;
  await promote(racing, [shell], author, unchecked);
  const apps = Array.from({ length: promoters }, (_, at) => `mf-race-${at}`);
  const claims = await Promise.all(
    apps.map((app) => publish(environment.store, { appRoot: writeFakeBuild({ app }), commit: '' })),
  );
  await Promise.all(claims.map((claim) => promote(racing, [claim], author, unchecked)));
  const kept = (await readLiveState(racing))?.live.remotes.length ?? 0;
  prove(`lost updates of ${promoters} racing promoters`, String(promoters - kept), '0', kept === promoters);
}
