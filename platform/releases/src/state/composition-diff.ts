import { formatApps } from '../change-model/words';
import type { AppChange, Apps } from './composition';

/**
 * Compares two compositions. The console's page runs it too, so the file imports nothing of Node.
 *
 * @param before  Null: every app of `after` is new.
 * @returns Changed and new apps in the order of `after`, then removed apps. Empty when both consist of the same releases.
 */
export function compareCompositions(before: Apps | null, after: Apps): AppChange[] {
  const old = new Map((before ? [before.shell, ...before.remotes] : []).map((release) => [release.app, release]));
  const changed = [after.shell, ...after.remotes].flatMap((release): AppChange[] => {
    const previous = old.get(release.app) ?? null;
    old.delete(release.app);
    if (previous && previous.version === release.version && previous.digest === release.digest) return [];
    return [{ app: release.app, before: previous, after: release }];
  });
  return [...changed, ...[...old.values()].map((previous) => ({ app: previous.app, before: previous, after: null }))];
}

/** Formats a change: `mf-catalog 1.0.0 → 1.1.0`. */
export function formatAppChange({ app, before, after }: AppChange): string {
  if (!after) return `${app} ${before?.version ?? ''} (gone)`;
  if (!before) return `${app} ${after.version} (new)`;
  if (before.version === after.version) return `${app} ${after.version} (${before.digest} → ${after.digest})`;
  return `${app} ${before.version} → ${after.version}`;
}

/** Formats what a canary has: `mf-catalog 1.0.0 → 1.1.0 at 10 %`. Without the versions, the names of its apps. */
export function formatCanaryVersions({
  apps,
  changes = [],
  share,
}: {
  apps: readonly string[];
  changes?: readonly AppChange[];
  share?: number;
}): string {
  const what = changes.length > 0 ? changes.map(formatAppChange) : apps;
  return `${formatApps(what)}${share === undefined ? '' : ` at ${share} %`}`;
}
