import * as v from 'valibot';
import { getReleasePrefix, ReleaseId } from '../release/release';
import { readAuditLog } from '../state/audit-log';
import { getChangeOfComposition, getReleases, type PinnedComposition, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { dayInMs, getRetentionStart, retentionDays } from '../store/daily-records';
import { Count } from '../store/schemas';
import { dailyMetrics, type MetricCounts } from './gateway-metrics';
import { MetricSummary, summarizeMetrics } from './metrics-report';

/** Metrics of one app version that was live, or in a canary, in the last 30 days. */
export const VersionHistory = v.object({
  ...ReleaseId.entries,
  isLive: v.boolean(),
  isCanary: v.boolean(),
  totals: MetricSummary,
  /** Errors whose stack begins in a file of this version. */
  ownErrors: Count,
  /** The days that gateways recorded for the version, oldest first. */
  days: v.array(v.object({ ...MetricSummary.entries, day: v.string(), ownErrors: Count })),
});
export type VersionHistory = v.InferOutput<typeof VersionHistory>;

interface DayCounts {
  day: string;
  counts: MetricCounts;
}

/**
 * Reads the metrics of every app version that was live, or in a canary, in the last 30 days. Versions stay in the result
 * after a rollback. Gateways count pages by composition, so a page counts for the version of every app in it.
 *
 * @returns Apps in the order of the live composition, newest version first. Empty without a live composition.
 */
export async function readVersionHistory(
  environment: Environment,
  { app: wanted, now = Date.now() }: { app?: string; now?: number } = {},
): Promise<VersionHistory[]> {
  const state = await readLiveState(environment);
  if (!state) return [];
  const compositions = await readCompositionsSince(environment, state.head.log, now - retentionDays * dayInMs);
  const countsByComposition = await readCounts(environment, now);
  const live = new Set(getReleases(state.live).map(getReleasePrefix));
  const canary = new Set(state.canaries.flatMap(({ composition }) => getReleases(composition).map(getReleasePrefix)));
  const versions = new Map<string, { release: ReleaseId; counts: DayCounts[] }>();
  for (const composition of compositions) {
    for (const { app, version, digest } of getReleases(composition)) {
      if (wanted !== undefined && app !== wanted) continue;
      const release = { app, version, digest };
      const key = getReleasePrefix(release);
      const known = versions.get(key)?.counts ?? [];
      versions.set(key, { release, counts: [...known, ...(countsByComposition.get(composition.seq) ?? [])] });
    }
  }
  const apps = getReleases(state.live).map(({ app }) => app);
  const getOrder = (app: string) => (apps.includes(app) ? apps.indexOf(app) : apps.length);
  return [...versions]
    .map(([key, { release, counts }]): VersionHistory => {
      const { ownErrors, ...totals } = addUp(release, counts);
      const days = [...new Set(counts.map(({ day }) => day))].sort();
      return {
        ...release,
        isLive: live.has(key),
        isCanary: canary.has(key),
        totals,
        ownErrors,
        days: days.map((day) => ({
          day,
          ...addUp(
            release,
            counts.filter((entry) => entry.day === day),
          ),
        })),
      };
    })
    .sort((a, b) => getOrder(a.app) - getOrder(b.app) || a.app.localeCompare(b.app));
}

async function readCounts({ store, name }: Environment, now: number): Promise<Map<number, DayCounts[]>> {
  const found = new Map<number, DayCounts[]>();
  for (const { day, compositions } of await dailyMetrics.read(store, name, getRetentionStart(now))) {
    for (const { composition, counts } of compositions) {
      found.set(composition, [...(found.get(composition) ?? []), { day, counts }]);
    }
  }
  return found;
}

/** Adds up counts and the errors of a release. Its name in the counts is `mf-catalog/1.0.0-4f3a…`. */
function addUp(release: ReleaseId, entries: readonly DayCounts[]): MetricSummary & { ownErrors: number } {
  const counts = entries.map((entry) => entry.counts);
  const name = getReleasePrefix(release).replace(/^r\/|\/$/g, '');
  const ownErrors = counts.reduce((sum, { appErrors = {} }) => sum + (appErrors[name] ?? 0), 0);
  return { ...summarizeMetrics(counts), ownErrors };
}

/** Reads the compositions that were live, or canaries, since a time. @returns Newest first. */
async function readCompositionsSince(
  { store, trusted }: Environment,
  log: Parameters<typeof readAuditLog>[1],
  since: number,
): Promise<PinnedComposition[]> {
  const compositions = new Map<string, PinnedComposition>();
  for await (const { at, live, canaries } of readAuditLog(store, log, trusted)) {
    for (const ref of [...canaries.map(({ composition }) => composition), live]) {
      if (!compositions.has(ref.key)) compositions.set(ref.key, await readComposition(store, ref, trusted));
    }
    // The composition of an older entry was still live at `since`, so the loop ends after this entry.
    if (Date.parse(at) < since) break;
  }
  return [...compositions.values()].sort((a, b) => getChangeOfComposition(b.seq) - getChangeOfComposition(a.seq));
}
