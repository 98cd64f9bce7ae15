import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { permissions } from '@shop/releases/change-model/permissions';
import {
  describeNotices,
  findHaltNotices,
  type HaltNotice,
  type NoticeEntry,
  noticeMs,
} from '@shop/releases/history/halt-notices';
import { type Actor, hasPermission, type Policy } from '@shop/releases/policy/policy';
import type { EnvironmentView, LiveApp } from '@shop/releases/service-api/responses';
import { getDueTime, toCanaryName } from '@shop/releases/state/canary';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { listActiveFreezes } from '@shop/releases/state/freezes';
import { readLiveState } from '@shop/releases/state/live-state';
import { LRUCache } from 'lru-cache';
import type { ChangeIndex } from '../log-index/change-index';
import { toChangeNote } from './history-view';
import { loadReleaseView } from './release-views';

/** The changes that created the current state. */
interface Origins {
  /** The newest two changes that changed each app for every visitor, newest first. An app may be no longer live. */
  changes: Map<string, NoticeEntry[]>;
  /** Whether the index has every change. */
  isComplete: boolean;
  /** The changes that started the canaries, by id. */
  canaries: Map<string, NoticeEntry | null>;
  /** Canaries that somebody else ended in the last days. */
  notices: HaltNotice[];
}

/** Brings the index up to the current state, and finds the changes that created the state. */
async function findOrigins(
  index: ChangeIndex,
  environment: Environment,
  { head }: LiveState,
  apps: readonly string[],
): Promise<Origins> {
  const isComplete = await index.follow(environment, head);
  const [changes, canaries] = await Promise.all([
    Promise.all(apps.map(async (app) => [app, await index.findLiveChanges(head.env, app)] as const)),
    Promise.all(head.canaries.map(async ({ id, start }) => [id, await index.findChange(head.env, start)] as const)),
  ]);
  const found = await findHaltNotices(await index.listNoticeEntries(head.env, Date.now() - noticeMs));
  const notices = await describeNotices(environment, found);
  return { changes: new Map(changes), isComplete, canaries: new Map(canaries), notices };
}

const listPermissions = (policy: Policy, actor: Actor, env: string, apps: readonly string[]) =>
  Object.fromEntries(
    ['*', ...apps].map((app) => [app, permissions.filter((action) => hasPermission(policy, actor, action, app, env))]),
  );

/** Creates the loader of environment views. It searches the index of an environment once per change. */
export function createEnvironmentViews(index: ChangeIndex) {
  const originCache = new LRUCache<string, Origins>({ max: 100 });
  const loadOrigins = async (environment: Environment, state: LiveState, apps: readonly string[]): Promise<Origins> => {
    const key = JSON.stringify([environment.name, state.head.log.sha256, apps]);
    const cached = originCache.get(key);
    if (cached) return cached;
    const origins = await findOrigins(index, environment, state, apps);
    if (origins.isComplete) originCache.set(key, origins);
    return origins;
  };

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
    const names = [...new Set([...getReleases(live).map(({ app }) => app), ...published])];
    const [origins, metrics] = await Promise.all([
      loadOrigins(environment, state, names),
      readMetricsReport(environment),
    ]);
    const hasEarlier = (app: string) => !origins.isComplete || (origins.changes.get(app)?.length ?? 0) > 1;
    // An app that came or went after the first change.
    const isLater = (app: string) => (origins.changes.get(app)?.[0]?.seq ?? 1) > 1;
    const { freezes = [], links } = (await environment.loadRules?.()) ?? {};
    const toNote = (entry: NoticeEntry | null | undefined) => (entry ? toChangeNote(entry) : null);
    const apps = await Promise.all(
      getReleases(live).map(async (id): Promise<LiveApp> => {
        const { publishedAt: _, ...view } = await loadReleaseView(environment.store, id, links);
        return {
          ...view,
          since: toNote(origins.changes.get(id.app)?.[0]),
          hasEarlier: hasEarlier(id.app),
        };
      }),
    );
    return {
      name: environment.name,
      seq: head.seq,
      live: live.seq,
      composition: live,
      apps,
      canaries: canaries.map((canary) => ({
        ...toCanaryName(canary),
        changes: compareCompositions(live, canary.composition),
        ...pickCanaryAudience(canary),
        start: toNote(origins.canaries.get(canary.id)),
        plan: canary.plan ? { ...canary.plan, dueAt: getDueTime(canary.plan) } : null,
      })),
      notices: origins.notices.filter(({ at }) => Date.parse(at) >= Date.now() - noticeMs),
      hasEarlier: names.some((app) => hasEarlier(app) || isLater(app)),
      locks: head.locks,
      frozen: listActiveFreezes(freezes, names, Date.now()),
      metrics,
      permissions: listPermissions(policy, actor, environment.name, names),
    };
  };
}
