import { readReleaseIfPresent } from '../release/read-release';
import { type AppSource, describeSource } from '../release/release-source';
import type { AppChange } from '../state/composition';
import type { Environment } from '../state/environment';

/** Reads what the new releases of a change were built from. Those that are unreadable, or say nothing of it, are left out. */
export async function readSources(
  { store, loadRules }: Pick<Environment, 'store' | 'loadRules'>,
  changes: readonly AppChange[],
): Promise<AppSource[]> {
  const { links } = (await loadRules?.()) ?? {};
  const sources = changes.map(async ({ after }): Promise<AppSource[]> => {
    const release = after && (await readReleaseIfPresent(store, after));
    if (!release) return [];
    const source = describeSource(release, links);
    return source.commit || source.pipeline ? [{ app: after.app, version: after.version, ...source }] : [];
  });
  return (await Promise.all(sources)).flat();
}
