import { visitorsPerNetwork } from '@shop/releases/canary-analysis/analyze-canary';
import {
  type ComparisonWindow,
  createEmptyOutcome,
  type MetricName,
  metricNames,
  type Outcomes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import { vitalThresholds } from '@shop/releases/canary-analysis/web-vitals';
import type { PageBeacon } from '@shop/remote-contract/telemetry';
import { LRUCache } from 'lru-cache';

/** Milliseconds without a beacon of a started page after which a page counts as never started. */
const startTimeoutMs = 60_000;
/** Milliseconds without an order after which a checkout counts as abandoned. */
const orderTimeoutMs = 30 * 60_000;
/** Shortest window in milliseconds. Windows grow to a hundredth of the run, so that a long run has few of them. */
const minWindowMs = 60_000;
/** Visitors and networks in memory. An evicted one that comes back may be counted once more. */
const maxVisitors = 50_000;

type Group = 'control' | 'canary';

/** A visitor whom chance has assigned to one of the groups. */
export interface ObservedVisitor {
  id: string;
  group: Group;
  network: string;
}

export type CanaryOutcomes = ReturnType<typeof createCanaryOutcomes>;

/** What a visitor is counted as for one metric, and the window that counts the visitor. */
interface CountedOutcome {
  group: Group;
  isBad: boolean;
  window: ComparisonWindow;
}

type VisitorRecord = Map<MetricName, CountedOutcome>;

/** Visitors with a pending outcome by id, oldest first. */
type PendingOutcomes = Map<string, { group: Group; since: number }>;

/**
 * Creates the outcomes of the visitors of one canary run and of its control group. Each visitor counts once for each metric, with
 * the worst outcome: a page that fails a hundred times for one visitor is one failure. The number of visitors per network is
 * limited. Times are Unix milliseconds.
 *
 * @see docs/decisions/0011
 */
export function createCanaryOutcomes(startedAt: number) {
  const visitors = new LRUCache<string, VisitorRecord>({ max: maxVisitors });
  const visitorCountByNetwork = new LRUCache<string, number>({ max: maxVisitors });
  const pendingStarts: PendingOutcomes = new Map();
  const pendingOrders: PendingOutcomes = new Map();
  const closedWindows: ComparisonWindow[] = [];
  let openWindow = createWindow(startedAt);

  /** Finds or creates the record of a visitor; null when the visitor's network has reached its limit. */
  const admit = ({ id, network }: ObservedVisitor): VisitorRecord | null => {
    const known = visitors.get(id);
    if (known) return known;
    const visitorCount = visitorCountByNetwork.get(network) ?? 0;
    if (visitorCount >= visitorsPerNetwork) return null;
    visitorCountByNetwork.set(network, visitorCount + 1);
    const record: VisitorRecord = new Map();
    visitors.set(id, record);
    return record;
  };

  const count = (record: VisitorRecord, group: Group, metric: MetricName, isBad: boolean) => {
    const counted = record.get(metric);
    if (counted && (counted.isBad || !isBad)) return;
    record.set(metric, { group, isBad, window: openWindow });
    const outcome = openWindow[group][metric];
    outcome.visitors++;
    if (isBad) outcome.bad++;
    if (!counted) return;
    const good = openWindow[counted.group][metric];
    if (counted.window === openWindow) good.visitors--;
    // The counts of a closed window stay: the evidence of the analysis contains them.
    else good.again = (good.again ?? 0) + 1;
  };

  const applyTimeout = (pending: PendingOutcomes, metric: MetricName, timeoutMs: number, now: number) => {
    for (const [id, { group, since }] of pending) {
      if (now - since < timeoutMs) break;
      pending.delete(id);
      const record = visitors.get(id);
      if (record) count(record, group, metric, true);
    }
  };

  return {
    recordPageView: (visitor: ObservedVisitor, now: number) => {
      const record = admit(visitor);
      if (!record || record.has('neverStarted') || pendingStarts.has(visitor.id)) return;
      pendingStarts.set(visitor.id, { group: visitor.group, since: now });
    },
    /** Records whether the server could render a visitor's page. */
    recordRender: (visitor: ObservedVisitor, isFailure: boolean) => {
      const record = admit(visitor);
      if (record) count(record, visitor.group, 'renderFailures', isFailure);
    },
    recordBeacon: (visitor: ObservedVisitor, beacon: PageBeacon, now: number) => {
      const record = admit(visitor);
      if (!record) return;
      const { id, group } = visitor;
      const start = pendingStarts.get(id);
      if (start && beacon.isStarted !== false) {
        count(record, start.group, 'neverStarted', false);
        pendingStarts.delete(id);
      }
      count(record, group, 'errors', beacon.errors > 0);
      count(record, group, 'loadFailures', beacon.loadFailures > 0);
      const { LCP, TBT, INP } = beacon.vitals;
      if (LCP !== undefined) count(record, group, 'slow', LCP > vitalThresholds.LCP.good);
      if (TBT !== undefined) count(record, group, 'blocked', TBT > vitalThresholds.TBT.poor);
      if (INP !== undefined) count(record, group, 'unresponsive', INP > vitalThresholds.INP.poor);
      const isFirstCheckout = !record.has('abandoned') && !pendingOrders.has(id);
      if (beacon.checkoutsStarted > 0 && isFirstCheckout) pendingOrders.set(id, { group, since: now });
      const checkout = pendingOrders.get(id);
      if (beacon.ordersPlaced > 0 && checkout) {
        count(record, checkout.group, 'abandoned', false);
        pendingOrders.delete(id);
      }
    },
    /** Applies the timeouts and closes a window that is over. @returns True when a window was closed. */
    tick: (now: number) => {
      applyTimeout(pendingStarts, 'neverStarted', startTimeoutMs, now);
      applyTimeout(pendingOrders, 'abandoned', orderTimeoutMs, now);
      if (now - openWindow.from < Math.max(minWindowMs, (now - startedAt) / 100)) return false;
      const { control, canary } = openWindow;
      const isEmpty = metricNames.every((name) => control[name].visitors + canary[name].visitors === 0);
      if (!isEmpty) closedWindows.push({ ...openWindow, to: now });
      openWindow = createWindow(now);
      return !isEmpty;
    },
    getWindows: (): readonly ComparisonWindow[] => closedWindows,
  };
}

const createWindow = (from: number): ComparisonWindow => ({
  from,
  to: from,
  control: createEmptyOutcomes(),
  canary: createEmptyOutcomes(),
});

const createEmptyOutcomes = () =>
  Object.fromEntries(metricNames.map((name) => [name, createEmptyOutcome()] as const)) as Outcomes;
