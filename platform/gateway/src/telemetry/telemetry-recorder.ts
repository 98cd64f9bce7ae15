import { randomUUID } from 'node:crypto';
import {
  createEmptyCounts,
  type DailyMetrics,
  dailyMetrics,
  type GatewayMetrics,
  getGatewayMetricsKey,
  listGatewayMetricsKeys,
  type MetricCounts,
  metricsHeartbeatMs,
  readGatewayMetrics,
  retentionMinutes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import type { CanaryAssignment } from '../canary/canary-assignment';
import type { CompositionWatcher } from '../composition/composition-watcher';
import { type CanaryOutcomes, createCanaryOutcomes, type ObservedVisitor } from './canary-outcomes';
import { addAppErrors, addBeacon, createMinuteCounters } from './counters';
import { createDayRecords, type RecorderOptions, writeOwnRecord } from './flush-records';

/** Milliseconds after its last write for which the metrics of a stopped gateway are of use. */
const metricsLifetimeMs = retentionMinutes * 60_000;

/** One request of a visitor. */
export interface Visit {
  assignment: CanaryAssignment;
  network: string;
}

export interface TelemetryRecorderOptions extends RecorderOptions, Pick<CompositionWatcher, 'canaries'> {
  /** Identifies the gateway over its restarts. Default: it has another identity after each start. */
  gateway?: string | undefined;
  /** Receives the errors that a page reports of a release: `mf-catalog/1.2.0-0123456789ab`. */
  onPageErrors: (release: string, errors: number) => void;
}

export type TelemetryRecorder = ReturnType<typeof createTelemetryRecorder>;

/** Drops errors of other releases: a forged beacon must not fill the counters with names. */
function dropUnknownReleases(beacon: PageBeacon, releases: ReadonlySet<string>): PageBeacon {
  const { appErrors, ...rest } = beacon;
  if (!appErrors) return beacon;
  return { ...rest, appErrors: Object.fromEntries(Object.entries(appErrors).filter(([name]) => releases.has(name))) };
}

/**
 * Creates the outcomes of the running canaries by id. A canary keeps its outcomes when it is rebuilt on another live composition.
 */
function createCanaryRuns(canaries: CompositionWatcher['canaries'], now: () => number) {
  const runs = new Map<string, CanaryOutcomes>();

  /** Starts outcomes for new canaries and drops those of canaries that have ended. @returns True when outcomes were dropped. */
  const followCanaries = (): boolean => {
    const served = new Set(canaries().map(({ id }) => id));
    for (const id of served) if (!runs.has(id)) runs.set(id, createCanaryOutcomes(now()));
    const ended = [...runs.keys()].filter((id) => !served.has(id));
    for (const id of ended) runs.delete(id);
    return ended.length > 0;
  };

  const compare = (
    { assignment, network }: Visit,
    record: (outcomes: CanaryOutcomes, visitor: ObservedVisitor) => void,
  ) => {
    followCanaries();
    const { group, canary, visitorId } = assignment;
    if (!visitorId || group === 'listed') return;
    // Visitors with the live composition are the control group of every canary.
    for (const [id, outcomes] of runs) {
      if (group === 'control' || id === canary) record(outcomes, { id: visitorId, group, network });
    }
  };

  return { runs, followCanaries, compare };
}

/** Removes the metrics of stopped gateways, and those of days that have expired. @param now  Unix milliseconds. */
async function removeExpired(
  store: ReleaseStore,
  env: string,
  canaries: CompositionWatcher['canaries'],
  now: number,
): Promise<void> {
  for (const key of await listGatewayMetricsKeys(store, env)) {
    const metrics = await readGatewayMetrics(store, key);
    const isExpired = metrics === null || metrics.at < now - metricsLifetimeMs;
    const isAnalyzed = metrics?.runs.some(({ canary }) => canaries().some(({ id }) => id === canary));
    if (isExpired && !isAnalyzed) await store.remove(key);
  }
  for (const key of await dailyMetrics.listExpired(store, env, now)) await store.remove(key);
}

/**
 * Creates the recorder of the telemetry of an environment at this gateway. It writes to the release store.
 *
 * @see docs/decisions/0011
 */
export function createTelemetryRecorder(options: TelemetryRecorderOptions) {
  const { store, env, canaries, reported, now = Date.now, onPageErrors, onError } = options;
  const processId = randomUUID();
  const { gateway = processId } = options;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const minuteCounters = createMinuteCounters();
  const days = createDayRecords(() => new Map<number, MetricCounts>());
  const { runs, followCanaries, compare } = createCanaryRuns(canaries, now);
  let hasUnwritten = false;

  /** Adds to the counters of the current minute and of the current day. */
  const count = (
    { group, canary }: Pick<CanaryAssignment, 'group' | 'canary'>,
    composition: number,
    add: (counts: MetricCounts) => void,
  ) => {
    hasUnwritten = true;
    // No list gives the live composition: these visitors have no cookie yet, and its charts include them.
    const isWithoutCookie = group === 'listed' && canary === null;
    add(minuteCounters.getCurrent(now(), composition, isWithoutCookie ? 'control' : group));
    const day = days.change(now());
    const counts = day.get(composition) ?? createEmptyCounts();
    day.set(composition, counts);
    add(counts);
  };

  const write = async () => {
    const metrics: GatewayMetrics = {
      schema: 1,
      env,
      gateway,
      at: now(),
      minutes: minuteCounters.list(now()),
      runs: [...runs].map(([canary, outcomes]) => ({ canary, windows: [...outcomes.getWindows()] })),
    };
    await writeOwnRecord(store, getGatewayMetricsKey(env, processId), metrics);
    writtenAt = metrics.at;
    await days.writeChanged(now(), (day, counted) => {
      const compositions = [...counted].map(([composition, counts]) => ({ composition, counts }));
      const record: DailyMetrics = { schema: 1, env, day, compositions };
      return writeOwnRecord(store, dailyMetrics.getKey(env, day, processId), record);
    });
  };

  return {
    /** Prepares the telemetry of a document. @returns The tag that the document passes to its page. */
    startDocument: ({ assignment: { group, visitorId } }: Visit): TelemetryTag => {
      followCanaries();
      reported.follow();
      return { group, isCompared: visitorId !== null && canaries().length > 0 };
    },
    /**
     * Records a request that shows a page, which a redirect, a HEAD request and a prefetch do not. A visitor whose
     * document cannot be rendered counts as one whose page never started.
     *
     * @param isCompared False for a document that lacks its content because of the load. It counts for the charts only.
     */
    recordPageView: (visit: Visit, isCompared: boolean) => {
      const { composition } = visit.assignment;
      count(visit.assignment, composition.composition.seq, (counts) => counts.views++);
      if (isCompared) compare(visit, (outcomes, visitor) => outcomes.recordPageView(visitor, now()));
    },
    /**
     * Records that a page was rendered on the server, or that the composition failed to render it or a filler of it. A page that
     * the server did not try to render, or whose data was missing, says nothing about the composition.
     *
     * @param failedFillers Releases of the composition whose fillers are missing: `mf-reviews/1.0.0-4f3a…`. Default: none.
     */
    recordRender: (visit: Visit, isFailure: boolean, failedFillers: readonly string[] = []) => {
      const { composition } = visit.assignment;
      if (isFailure) {
        count(visit.assignment, composition.composition.seq, (counts) => {
          counts.renderFailures++;
          addAppErrors(counts, Object.fromEntries(failedFillers.map((release) => [release, 1])));
        });
      }
      compare(visit, (outcomes, visitor) => outcomes.recordRender(visitor, isFailure));
    },
    /**
     * Records a beacon of a composition that visitors have now, or had in the last ten minutes. The canary analysis counts it only
     * for the canary, or the live version, that its visitor would get now.
     */
    recordBeacon: (visit: Visit, beacon: PageBeacon) => {
      const source = reported.find(beacon.composition);
      if (!source) return;
      const { canary, releases } = source;
      const known = dropUnknownReleases(beacon, releases);
      count({ group: beacon.group, canary }, beacon.composition, (counts) => addBeacon(counts, known));
      for (const [release, errors] of Object.entries(known.appErrors ?? {})) onPageErrors(release, errors);
      const { assignment } = visit;
      const isAssigned = canary === assignment.canary && beacon.group === assignment.group;
      if (isAssigned) compare(visit, (outcomes, visitor) => outcomes.recordBeacon(visitor, beacon, now()));
    },
    flush: async () => {
      const before = runs.size;
      const hasEnded = followCanaries();
      const closed = [...runs.values()].map((outcomes) => outcomes.tick(now()));
      const isNew = hasUnwritten || closed.includes(true) || hasEnded || before !== runs.size;
      if (!isNew && now() - writtenAt < metricsHeartbeatMs) return;
      hasUnwritten = false;
      try {
        await write();
      } catch (error) {
        hasUnwritten = true;
        onError(error);
      }
    },
    prune: async () => {
      try {
        await removeExpired(store, env, canaries, now());
      } catch (error) {
        onError(error);
      }
    },
  };
}
