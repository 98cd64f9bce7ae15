import type { ReleaseStore } from '../store/release-store';

/** Names of the environments that a store holds, sorted. One may have a log and no HEAD yet. */
export async function listEnvironments(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('env/');
  const names = keys.flatMap((key) => key.match(/^env\/(.+)\/(?:HEAD\.json|log\/[^/]+)$/)?.[1] ?? []);
  return [...new Set(names)].sort();
}
