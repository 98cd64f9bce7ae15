import { monitorCanary } from '@shop/releases/canary-analysis/canary-monitor';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/list-environments';
import type { ReleaseStore } from '@shop/releases/store/release-store';

/** Milliseconds between two looks for new environments. */
const listingInterval = 60_000;

export interface WatchOptions {
  store: ReleaseStore;
  open: (env: string) => Promise<Environment>;
  /** Told what the watch did, and what keeps it from watching. */
  report: (line: string) => void;
}

/**
 * Watches every environment's canary while the console runs, and halts one that is worse than its control.
 *
 * @returns Ends the watch.
 */
export function watchEnvironments({ store, open, report }: WatchOptions): () => void {
  const end = new AbortController();
  const watched = new Set<string>();
  const onTrouble = (error: unknown) => {
    report(`Health cannot be watched: ${error instanceof Error ? error.message : String(error)}`);
  };

  const watchNew = async () => {
    for (const name of await listEnvironments(store)) {
      if (watched.has(name)) continue;
      watched.add(name);
      const environment = await open(name);
      const onHalt = (reason: string) => report(`The canary of ${name} was halted: ${reason}`);
      void monitorCanary(environment, { signal: end.signal, onHalt, onError: onTrouble });
    }
  };

  const look = () => void watchNew().catch(onTrouble);
  look();
  const timer = setInterval(look, listingInterval);
  return () => {
    clearInterval(timer);
    end.abort();
  };
}
