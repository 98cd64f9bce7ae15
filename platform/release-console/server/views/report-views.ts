import { readVersionHistory, type VersionHistory } from '@shop/releases/canary-analysis/version-metrics';
import { readErrorGroups } from '@shop/releases/error-reports/error-groups';
import { createFrameResolver, type ResolvedFrame } from '@shop/releases/error-reports/resolve-stack';
import { errorPeriods } from '@shop/releases/service-api/constants';
import type { ParsedQuery } from '@shop/releases/service-api/requests';
import type { ErrorList } from '@shop/releases/service-api/responses';
import type { Environment } from '@shop/releases/state/environment';
import { readHead } from '@shop/releases/state/head';
import { LRUCache } from 'lru-cache';

/** Groups in one response. */
const maxGroups = 100;
/** Resolved positions in memory, some 300 bytes each. */
const maxFrames = 20_000;

/**
 * Creates the loader of the errors of an environment. It keeps resolved positions, and no source maps: a page asks again and
 * again, and a decoded map is large. A position without a source is resolved again, since its map can be stored later.
 */
export function createErrorViews() {
  const resolved = new LRUCache<string, ResolvedFrame>({ max: maxFrames });

  return async (environment: Environment, { app, period }: Omit<ParsedQuery<'errors'>, 'env'>): Promise<ErrorList> => {
    const resolveByMap = createFrameResolver(environment.store);
    const resolve = async (frame: string) => {
      const known = resolved.get(frame) ?? (await resolveByMap(frame));
      if (known.problem === null) resolved.set(frame, known);
      return known;
    };
    const since = Date.now() - errorPeriods[period];
    const filter = app === undefined ? {} : { app };
    const { groups, dropped } = await readErrorGroups(environment, { since, ...filter, resolve });
    return { groups: groups.slice(0, maxGroups), hidden: Math.max(0, groups.length - maxGroups), dropped };
  };
}

/** Milliseconds for which the metrics of versions are cached: they read 30 days of the audit log and of records. */
const metricsCacheMs = 60_000;

/** Creates the loader of the metrics by version. A change of the environment is in the metrics at once. */
export function createMetricsViews() {
  const cache = new LRUCache<string, VersionHistory[], { environment: Environment; app: string | undefined }>({
    max: 100,
    ttl: metricsCacheMs,
    fetchMethod: (_key, _stale, { context: { environment, app } }) =>
      readVersionHistory(environment, app === undefined ? {} : { app }),
  });
  return async (environment: Environment, app: string | undefined): Promise<VersionHistory[]> => {
    const found = await readHead(environment.store, environment.name, environment.trusted);
    return cache.forceFetch(`${found?.head.log.sha256} ${app}`, { context: { environment, app } });
  };
}
