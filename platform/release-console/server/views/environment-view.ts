import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { readVersionMetrics, type VersionMetrics } from '@shop/releases/canary-analysis/version-metrics';
import { findHaltNotices } from '@shop/releases/history/halt-notices';
import { type Actor, hasPermission, type Policy } from '@shop/releases/policy/policy';
import { isSameRelease } from '@shop/releases/release/release';
import type { ChangeNote, EnvironmentView, LiveApp } from '@shop/releases/service-api/responses';
import { type AuditLogEntry, readAuditLog } from '@shop/releases/state/audit-log';
import { getDueTime, toCanaryName } from '@shop/releases/state/canary';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases, readComposition } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import { type Environment, type LiveState, permissions } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { LRUCache } from 'lru-cache';
import { toChangeNote } from './history-view';
import { loadReleaseView } from './release-views';

/** Milliseconds for which the metrics of versions are cached: they read 30 days of records. */
const versionCacheMs = 60_000;
/** Entries of the audit log that are searched for the change that made an app live. */
const maxSearchedEntries = 500;

/** The changes that created the current state. */
interface Origins {
  /** The change that made each app live. */
  since: Map<string, ChangeNote>;
  /** The changes that started the canaries, by id. */
  canaries: Map<string, ChangeNote>;
}

/** Searches the audit log for the changes that created the current state. */
async function findOrigins({ store, trusted }: Environment, { head, live }: LiveState): Promise<Origins> {
  const since = new Map<string, ChangeNote>();
  const open = new Map(getReleases(live).map((release) => [release.app, release]));
  const canaries = new Map<string, ChangeNote>();
  let searched = 0;
  let later: ChangeNote | null = null;
  for await (const entry of readAuditLog(store, head.log, trusted)) {
    const started = entry.action === 'canary' && findStarted(head, entry);
    if (started && !canaries.has(started.id)) canaries.set(started.id, toChangeNote(entry));
    const apps = new Map(
      getReleases(await readComposition(store, entry.live, trusted)).map((release) => [release.app, release]),
    );
    for (const [app, release] of open) {
      const was = apps.get(app);
      if (was && isSameRelease(was, release)) continue;
      if (later) since.set(app, later);
      open.delete(app);
    }
    later = toChangeNote(entry);
    searched += 1;
    if (open.size === 0 || searched === maxSearchedEntries) return { since, canaries };
  }
  // The first entry of the log made the remaining apps live.
  if (later) for (const app of open.keys()) since.set(app, later);
  return { since, canaries };
}

/** Finds the running canary that an entry started. An entry of the time with one canary at most has no id. */
const findStarted = ({ canaries }: LiveState['head'], { canary, seq }: AuditLogEntry) =>
  canaries.find(
    ({ id, owner, steps }) => id === canary?.id || (!canary && owner === '' && seq <= (steps[0]?.change ?? 0)),
  );

const listPermissions = (policy: Policy, actor: Actor, env: string, apps: readonly string[]) =>
  Object.fromEntries(
    ['*', ...apps].map((app) => [app, permissions.filter((action) => hasPermission(policy, actor, action, app, env))]),
  );

/** Creates the loader of environment views. It searches the audit log of an environment once per change. */
export function createEnvironmentViews() {
  const versionCache = new LRUCache<string, VersionMetrics[], Environment>({
    max: 100,
    ttl: versionCacheMs,
    fetchMethod: (_key, _stale, { context }) => readVersionMetrics(context),
  });
  const originCache = new LRUCache<string, Origins, { environment: Environment; state: LiveState }>({
    max: 100,
    fetchMethod: (_key, _stale, { context: { environment, state } }) => findOrigins(environment, state),
  });

  /**
   * Loads the view of an environment for a caller.
   *
   * @param viewer.apps  Published apps. The view has the permissions for them and for the live apps.
   * @returns Null when the environment has no live composition.
   */
  return async (
    environment: Environment,
    { actor, policy, apps: published }: { actor: Actor; policy: Policy; apps: readonly string[] },
  ): Promise<EnvironmentView | null> => {
    const state = await readLiveState(environment);
    if (!state) return null;
    const { head, live, canaries } = state;
    const key = `${environment.name} ${head.log.sha256}`;
    const [origins, metrics, versions, notices] = await Promise.all([
      originCache.forceFetch(key, { context: { environment, state } }),
      readMetricsReport(environment),
      versionCache.forceFetch(key, { context: environment }),
      findHaltNotices(environment, state),
    ]);
    const apps = await Promise.all(
      getReleases(live).map(async (id): Promise<LiveApp> => {
        const { commit, isDamaged } = await loadReleaseView(environment.store, id);
        return { ...id, commit, isDamaged, since: origins.since.get(id.app) ?? null };
      }),
    );
    return {
      name: environment.name,
      seq: head.seq,
      composition: live,
      apps,
      canaries: canaries.map((canary) => ({
        ...toCanaryName(canary),
        changes: compareCompositions(live, canary.composition),
        ...pickCanaryAudience(canary),
        start: origins.canaries.get(canary.id) ?? null,
        plan: canary.plan ? { ...canary.plan, dueAt: getDueTime(canary.plan) } : null,
      })),
      notices,
      locks: head.locks,
      metrics,
      versions,
      permissions: listPermissions(policy, actor, environment.name, [
        ...new Set([...apps.map(({ app }) => app), ...published]),
      ]),
    };
  };
}
