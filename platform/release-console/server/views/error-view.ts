import { readErrorGroups } from '@shop/releases/error-reports/error-groups';
import { createFrameResolver, type ResolvedFrame } from '@shop/releases/error-reports/resolve-stack';
import type { Environment } from '@shop/releases/state/environment';
import { LRUCache } from 'lru-cache';
import { type ErrorPeriod, errorPeriods } from '../../api/error-periods';
import type { ErrorList } from '../../api/responses';

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

  return async (
    environment: Environment,
    { app, period }: { app?: string; period: ErrorPeriod },
  ): Promise<ErrorList> => {
    const resolveByMap = createFrameResolver(environment.store);
    const resolve = async (frame: string) => {
      const known = resolved.get(frame) ?? (await resolveByMap(frame));
      if (known.problem === null) resolved.set(frame, known);
      return known;
    };
    const { groups, dropped } = await readErrorGroups(environment, {
      since: Date.now() - errorPeriods[period],
      ...(app !== undefined && { app }),
      resolve,
    });
    return { groups: groups.slice(0, maxGroups), hidden: Math.max(0, groups.length - maxGroups), dropped };
  };
}
