import type { ReleaseId } from '../release/release';
import type { PinnedComposition } from './composition';

/** One app that differs between two compositions; null where a composition does not have it. */
export interface AppChange {
  app: string;
  before: ReleaseId | null;
  after: ReleaseId | null;
}

type Apps = Pick<PinnedComposition, 'shell' | 'remotes'>;

/**
 * How one composition differs from another. It runs in the console's page as well, so it imports nothing.
 *
 * @returns What changed or is new, in the order of `after`; then what is gone. Nothing when both are of one make.
 */
export function compareCompositions(before: Apps | null, after: Apps): AppChange[] {
  const old = new Map((before ? [before.shell, ...before.remotes] : []).map((release) => [release.app, release]));
  const changed = [after.shell, ...after.remotes].flatMap((release): AppChange[] => {
    const was = old.get(release.app) ?? null;
    old.delete(release.app);
    if (was && was.version === release.version && was.digest === release.digest) return [];
    return [{ app: release.app, before: was, after: release }];
  });
  return [...changed, ...[...old.values()].map((was) => ({ app: was.app, before: was, after: null }))];
}

/** A change in words: `mf-catalog 1.0.0 → 1.1.0`. */
export function formatAppChange({ app, before, after }: AppChange): string {
  if (!after) return `${app} ${before?.version ?? ''} (gone)`;
  if (!before) return `${app} ${after.version} (new)`;
  if (before.version === after.version) return `${app} ${after.version} (${before.digest} → ${after.digest})`;
  return `${app} ${before.version} → ${after.version}`;
}
