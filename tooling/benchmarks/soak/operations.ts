import { setTimeout as sleep } from 'node:timers/promises';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { createPreview } from '@shop/releases/signed-links/preview';
import { readLiveState } from '@shop/releases/state/live-state';
import { author, type BenchmarkShop, withoutGates } from '../release/benchmark-shop';

/** Milliseconds between two changes. */
const pauseMs = 8000;
/** Milliseconds between two restarts of the store API. */
const restartMs = 4 * 60_000;

export type OperationCounts = Record<
  | 'promotions'
  | 'rollbacks'
  | 'canaries'
  | 'previews'
  | 'previews that did not start in time'
  | 'restarts of the store API',
  number
>;

/** Changes of releases that repeat until they are stopped. */
export interface Operations {
  /** Restarts the store API when the last restart was some minutes ago. */
  restartStoreApi: () => Promise<void>;
  /** @returns How often each change was made. @throws The error of a change that failed. */
  stop: () => Promise<OperationCounts>;
}

/** Starts to promote, roll back, canary and preview a version of a remote in turn. */
export async function startOperations(shop: BenchmarkShop, origin: string): Promise<Operations> {
  const { environment } = shop;
  const variant = await shop.publishVariant('mf-catalog', 'soak');
  const counts = {
    promotions: 0,
    rollbacks: 0,
    canaries: 0,
    previews: 0,
    'previews that did not start in time': 0,
    'restarts of the store API': 0,
  };
  let isOpen = true;
  let restartedAt = performance.now();

  const openPreview = async () => {
    const state = await readLiveState(environment);
    if (!state) throw new Error('Nothing is live.');
    const { id } = await createPreview(environment, state.live, { by: author.by, duration: 60_000 });
    const link = await fetch(`${origin}/-/preview/${id}`, { redirect: 'manual' });
    const cookie = link.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const { status } = await fetch(`${origin}/products`, { headers: { cookie } });
    // A preview starts a process. On a busy machine it may take longer than its visitor waits.
    if (status !== 200) counts['previews that did not start in time']++;
  };
  const steps: [keyof OperationCounts, () => Promise<unknown>][] = [
    ['promotions', () => promote(environment, [variant], author, withoutGates)],
    ['rollbacks', () => rollback(environment, author, withoutGates)],
    ['canaries', () => promote(environment, [variant], author, { ...withoutGates, canaryShare: 20 })],
    ['previews', openPreview],
  ];
  const run = async () => {
    for (let index = 0; isOpen; index++) {
      const [name, step] = steps[index % steps.length] as (typeof steps)[number];
      await step();
      counts[name]++;
      await Promise.race([sleep(pauseMs), stopped]);
      if (name === 'previews') await halt(environment, author);
    }
  };
  let endPause = () => {};
  const stopped = new Promise<void>((resolve) => {
    endPause = resolve;
  });
  const running = run();
  // `stop` reports a failure.
  running.catch(() => {});
  return {
    restartStoreApi: async () => {
      if (performance.now() - restartedAt < restartMs) return;
      await shop.restartStoreApi();
      restartedAt = performance.now();
      counts['restarts of the store API']++;
    },
    stop: async () => {
      isOpen = false;
      endPause();
      await running;
      return counts;
    },
  };
}
