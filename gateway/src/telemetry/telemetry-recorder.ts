import { randomUUID } from 'node:crypto';
import {
  type GatewayMetrics,
  getGatewayMetricsKey,
  listGatewayMetricsKeys,
  readGatewayMetrics,
  retentionMinutes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { PageBeacon, TelemetryTag } from '@shop/remote-contract/telemetry';
import type { CanaryAssignment } from '../canary/canary-assignment';
import type { LiveCanary, LiveComposition } from '../composition/composition-watcher';
import { type CanaryOutcomes, createCanaryOutcomes } from './canary-outcomes';
import { addBeacon, createMinuteCounters } from './minute-counters';

/** Milliseconds after which the record of a gateway that is gone counts for nobody. */
const recordLifetime = retentionMinutes * 60_000;

/** A request, as far as counting it goes. */
export interface CountedRequest {
  cohort: CanaryAssignment;
  network: string;
}

export interface TelemetryRecorderOptions {
  store: ReleaseStore;
  env: string;
  current: () => LiveComposition | null;
  canary: () => LiveCanary | null;
  /** Unix milliseconds. */
  now?: () => number;
  /** Told when counts cannot be written; they are written with the next ones. */
  onError: (error: unknown) => void;
}

/** Counts how an environment does at this gateway, for the release store. */
export interface TelemetryRecorder {
  /** A document is served. @returns What it says to its page. */
  served: (request: CountedRequest, isPrefetch: boolean) => TelemetryTag;
  /** A document could not be made. */
  renderFailed: (request: CountedRequest) => void;
  /** A page reported. One of a composition that this visitor would not get now is not compared, or not counted at all. */
  reported: (request: CountedRequest, beacon: PageBeacon) => void;
  /** Writes what is new to the store; nothing when nothing is. Never rejects. */
  flush: () => Promise<void>;
  /** Removes records that count for nobody: of gateways that are gone. Never rejects. */
  prune: () => Promise<void>;
}

/** @see docs/decisions/0011 */
export function createTelemetryRecorder({
  store,
  env,
  current,
  canary,
  now = Date.now,
  onError,
}: TelemetryRecorderOptions): TelemetryRecorder {
  const gateway = randomUUID();
  const minutes = createMinuteCounters();
  let run: { canary: number; control: number; comparison: CanaryOutcomes } | null = null;
  let hasNews = false;

  /** The comparison of the canary that runs now; each one starts anew. */
  const compare = () => {
    const [live, running] = [current()?.composition.seq, canary()?.composition.composition.seq];
    if (live === undefined || running === undefined) run = null;
    else if (run?.canary !== running || run.control !== live) {
      run = { canary: running, control: live, comparison: createCanaryOutcomes(now()) };
    }
    return run?.comparison ?? null;
  };

  const comparedVisitor = ({ cohort, network }: CountedRequest) =>
    cohort.name === 'listed' || !cohort.visitor ? null : { id: cohort.visitor, group: cohort.name, network };

  const countsOf = ({ cohort }: CountedRequest) => {
    hasNews = true;
    return minutes.at(now(), cohort.composition.composition.seq, cohort.name);
  };

  const isKnown = (seq: number) => seq === current()?.composition.seq || seq === canary()?.composition.composition.seq;

  const write = async () => {
    const record: GatewayMetrics = {
      schema: 1,
      env,
      at: now(),
      minutes: minutes.list(now()),
      run: run && { canary: run.canary, control: run.control, windows: [...run.comparison.windows()] },
    };
    const key = getGatewayMetricsKey(env, gateway);
    const before = await store.get(key);
    const bytes = Buffer.from(JSON.stringify(record));
    if (await store.compareAndSwap(key, bytes, before?.tag ?? null)) return;
    throw new Error(`${key} was written by somebody else`);
  };

  return {
    served: (request, isPrefetch) => {
      const comparison = compare();
      if (!isPrefetch) {
        countsOf(request).views++;
        const visitor = comparedVisitor(request);
        if (visitor && request.cohort.composition.shell.reportsHealth) comparison?.served(visitor, now());
      }
      return { cohort: request.cohort.name, isCompared: comparison !== null };
    },
    renderFailed: (request) => {
      countsOf(request).renderFailures++;
    },
    reported: (request, beacon) => {
      if (!isKnown(beacon.composition)) return;
      hasNews = true;
      addBeacon(minutes.at(now(), beacon.composition, beacon.cohort), beacon);
      const { cohort } = request;
      const isCurrent = cohort.composition.composition.seq === beacon.composition && cohort.name === beacon.cohort;
      const visitor = comparedVisitor(request);
      if (isCurrent && visitor) compare()?.reported(visitor, beacon, now());
    },
    flush: async () => {
      const wasCompared = run !== null;
      const hasWindow = compare()?.tick(now()) ?? false;
      if (!hasNews && !hasWindow && wasCompared === (run !== null)) return;
      hasNews = false;
      try {
        await write();
      } catch (error) {
        hasNews = true;
        onError(error);
      }
    },
    prune: async () => {
      try {
        for (const key of await listGatewayMetricsKeys(store, env)) {
          const record = await readGatewayMetrics(store, key);
          const isOld = record === null || record.at < now() - recordLifetime;
          const isNeeded = record?.run && record.run.canary === canary()?.composition.composition.seq;
          if (isOld && !isNeeded) await store.remove(key);
        }
      } catch (error) {
        onError(error);
      }
    },
  };
}

/** Reports in which records of gateways that are gone are looked for once. */
const reportsPerPruning = 720;

/**
 * Writes what a gateway counts, again and again.
 *
 * @param interval Milliseconds between two reports.
 */
export function startTelemetryFlush(recorder: TelemetryRecorder, interval: number): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let reports = 0;
  const report = async () => {
    if (reports++ % reportsPerPruning === 0) await recorder.prune();
    await recorder.flush();
    if (!isStopped) next();
  };
  const next = () => {
    timer = setTimeout(() => void report(), interval);
  };
  next();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await recorder.flush();
    },
  };
}
