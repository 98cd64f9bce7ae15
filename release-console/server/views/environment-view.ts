import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { readAuditLog } from '@shop/releases/history/audit-log';
import { hasPermission, type Policy } from '@shop/releases/policy/policy';
import { isSameRelease } from '@shop/releases/release/release';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases, readComposition } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ChangeNote, EnvironmentView, LiveApp, Permission } from '../../api/responses';
import { noteOf } from './history-view';
import { describeRelease } from './release-view';

const permissions: readonly Permission[] = ['promote', 'rollback', 'lock', 'force'];
/** Changes looked back through for who made an app live. */
const furthestBack = 500;

/** Where what is live came from. */
interface Origins {
  /** The change that brought each app. */
  since: Map<string, ChangeNote>;
  canary: ChangeNote | null;
}

/** Walks the log back to the changes that brought what is live. */
async function findOrigins({ store, trusted }: Environment, { head, live }: LiveState): Promise<Origins> {
  const since = new Map<string, ChangeNote>();
  const open = new Map(getReleases(live).map((release) => [release.app, release]));
  let canary: ChangeNote | null = null;
  let looked = 0;
  let later: ChangeNote | null = null;
  for await (const entry of readAuditLog(store, head.log, trusted)) {
    if (!canary && entry.action === 'canary' && head.canary) canary = noteOf(entry);
    const apps = new Map(
      getReleases(await readComposition(store, entry.live, trusted)).map((release) => [release.app, release]),
    );
    for (const [app, release] of open) {
      const was = apps.get(app);
      if (was && isSameRelease(was, release)) continue;
      if (later) since.set(app, later);
      open.delete(app);
    }
    later = noteOf(entry);
    looked += 1;
    if (open.size === 0 || looked === furthestBack) return { since, canary };
  }
  // The log ends here: what is left came with its first entry.
  if (later) for (const app of open.keys()) since.set(app, later);
  return { since, canary };
}

function permissionsOf(policy: Policy | null, person: string, env: string, apps: readonly string[]) {
  return Object.fromEntries(
    ['*', ...apps].map((app) => [
      app,
      permissions.filter((action) => policy === null || hasPermission(policy, person, action, app, env)),
    ]),
  );
}

/** Views of environments; where what is live came from is found once for each change. */
export function createEnvironmentViews() {
  const known = new Map<string, { log: string; origins: Promise<Origins> }>();

  const originsOf = (environment: Environment, state: LiveState): Promise<Origins> => {
    const log = state.head.log.sha256;
    const found = known.get(environment.name);
    if (found?.log === log) return found.origins;
    const origins = findOrigins(environment, state);
    known.set(environment.name, { log, origins });
    origins.catch(() => known.delete(environment.name));
    return origins;
  };

  /**
   * What is live in an environment, as a person may see and change it.
   *
   * @param known Apps beside the live ones that permissions are told for.
   * @returns Null when nothing was ever promoted there.
   */
  return async (
    environment: Environment,
    { person, policy, apps: published }: { person: string; policy: Policy | null; apps: readonly string[] },
  ): Promise<EnvironmentView | null> => {
    const state = await readLiveState(environment);
    if (!state) return null;
    const { head, live, canary } = state;
    const [origins, health] = await Promise.all([originsOf(environment, state), readMetricsReport(environment)]);
    const apps = await Promise.all(
      getReleases(live).map(async (id): Promise<LiveApp> => {
        const { commit, isDamaged } = await describeRelease(environment.store, id);
        return { ...id, commit, isDamaged, since: origins.since.get(id.app) ?? null };
      }),
    );
    return {
      name: environment.name,
      seq: head.seq,
      composition: live,
      apps,
      canary:
        canary && head.canary
          ? {
              composition: canary,
              changes: compareCompositions(live, canary),
              ...pickCanaryAudience(head.canary),
              began: origins.canary,
            }
          : null,
      locks: head.locks,
      health,
      may: permissionsOf(policy, person, environment.name, [...new Set([...apps.map(({ app }) => app), ...published])]),
    };
  };
}
