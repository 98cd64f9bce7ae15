import type { LiveState, RunningCanary } from '../state/environment';
import { formatCanary, listCanaryApps } from './canary';

/** Names one canary of an environment. */
export interface CanarySelector {
  /** An app that the canary changes. No two canaries change the same app. */
  app?: string;
  /** The id of the canary. Fails when that canary has ended, even if another one of the same app is running. */
  id?: string;
}

/**
 * Finds a running canary. Without a selector it finds the only one.
 *
 * @throws When there is no such canary, or when several are running and the selector is empty. The message lists them.
 */
export function findCanary(state: LiveState | null, { app, id }: CanarySelector = {}): RunningCanary {
  const { canaries = [] } = state ?? {};
  const found = canaries.filter(
    (canary) => (id === undefined || canary.id === id) && (!app || listCanaryApps(canary).includes(app)),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (id !== undefined)
    throw new Error('That canary has ended in the meantime: check what is running, then try again.');
  if (canaries.length === 0) throw new Error('No canary is running.');
  const running = canaries.map(formatCanary).join('; ');
  if (app) throw new Error(`No canary of ${app} is running. Running: ${running}.`);
  throw new Error(`${canaries.length} canaries are running, so name one by its app. Running: ${running}.`);
}
