import type { ReleaseStore } from '../store/release-store';

/** Lists the names of the environments in a store, sorted. An environment may have an audit log and no HEAD yet. */
export async function listEnvironments(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('env/');
  const names = keys.flatMap((key) => key.match(/^env\/(.+)\/(?:HEAD\.json|log\/[^/]+)$/)?.[1] ?? []);
  return [...new Set(names)].sort();
}
