import { visitorsPerNetwork } from '@shop/releases/canary-analysis/analyze-canary';
import {
  type ComparisonWindow,
  type MetricName,
  metricNames,
  type Outcomes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import { vitalThresholds } from '@shop/releases/canary-analysis/web-vitals';
import type { PageBeacon } from '@shop/remote-contract/telemetry';
import { forgetOldest } from '../http/forget-oldest';

/** Milliseconds after which a page that has not said anything never started. */
const startLimit = 60_000;
/** Milliseconds after which a checkout without an order was given up. */
const orderLimit = 30 * 60_000;
/** Least milliseconds of a window; a later one is longer, a hundredth of the run, so that a long run stays small. */
const leastWindow = 60_000;
/** Visitors and networks remembered; the oldest go first, and may be counted once more. */
const mostRemembered = 50_000;

type Group = 'control' | 'canary';

/** A visitor of the run, by chance in one of its groups. */
export interface ObservedVisitor {
  id: string;
  group: Group;
  /** Where on the network the request came from. */
  network: string;
}

/** Compares the visitors of a canary with those of its control. Times are Unix milliseconds. */
export interface CanaryOutcomes {
  /** A document was served. */
  served: (visitor: ObservedVisitor, now: number) => void;
  /** A page reported. */
  reported: (visitor: ObservedVisitor, beacon: PageBeacon, now: number) => void;
  /** Decides about those who said nothing in time, and closes a window that is over. @returns Whether one was closed. */
  tick: (now: number) => boolean;
  windows: () => readonly ComparisonWindow[];
}

/** What is remembered of a visitor: for which metrics it has counted, and for which badly. */
interface Remembered {
  counted: Set<MetricName>;
  bad: Set<MetricName>;
}

/**
 * Each visitor counts once for each metric, and once more when it turns bad later: a page that fails a hundred times for
 * one visitor is one failure. Only some visitors of one network are compared.
 *
 * @see docs/decisions/0011
 */
export function createCanaryOutcomes(startedAt: number): CanaryOutcomes {
  const visitors = new Map<string, Remembered>();
  const networks = new Map<string, number>();
  const awaitingStart = new Map<string, { group: Group; since: number }>();
  const awaitingOrder = new Map<string, { group: Group; since: number }>();
  const closed: ComparisonWindow[] = [];
  let open = emptyWindow(startedAt);

  const admit = ({ id, network }: ObservedVisitor): Remembered | null => {
    const known = visitors.get(id);
    if (known) return known;
    const ofNetwork = networks.get(network) ?? 0;
    if (ofNetwork >= visitorsPerNetwork) return null;
    networks.set(network, ofNetwork + 1);
    forgetOldest(networks, mostRemembered);
    const fresh: Remembered = { counted: new Set(), bad: new Set() };
    visitors.set(id, fresh);
    forgetOldest(visitors, mostRemembered);
    return fresh;
  };

  const count = (remembered: Remembered, group: Group, metric: MetricName, isBad: boolean) => {
    if (isBad ? remembered.bad.has(metric) : remembered.counted.has(metric)) return;
    remembered.counted.add(metric);
    open[group][metric].visitors++;
    if (!isBad) return;
    remembered.bad.add(metric);
    open[group][metric].bad++;
  };

  const giveUp = (awaiting: typeof awaitingStart, metric: MetricName, limit: number, now: number) => {
    for (const [id, { group, since }] of awaiting) {
      if (now - since < limit) break;
      awaiting.delete(id);
      const remembered = visitors.get(id);
      if (remembered) count(remembered, group, metric, true);
    }
  };

  return {
    served: (visitor, now) => {
      const remembered = admit(visitor);
      if (!remembered || remembered.counted.has('neverStarted') || awaitingStart.has(visitor.id)) return;
      awaitingStart.set(visitor.id, { group: visitor.group, since: now });
    },
    reported: (visitor, beacon, now) => {
      const remembered = admit(visitor);
      if (!remembered) return;
      const { id, group } = visitor;
      const started = awaitingStart.get(id);
      if (started) count(remembered, started.group, 'neverStarted', false);
      awaitingStart.delete(id);
      count(remembered, group, 'errors', beacon.errors > 0);
      count(remembered, group, 'loadFailures', beacon.loadFailures > 0);
      if (beacon.vitals.LCP !== undefined) {
        count(remembered, group, 'slow', beacon.vitals.LCP > vitalThresholds.LCP.good);
      }
      const isNew = !remembered.counted.has('abandoned') && !awaitingOrder.has(id);
      if (beacon.checkoutsStarted > 0 && isNew) awaitingOrder.set(id, { group, since: now });
      const checkout = awaitingOrder.get(id);
      if (beacon.ordersPlaced > 0 && checkout) {
        count(remembered, checkout.group, 'abandoned', false);
        awaitingOrder.delete(id);
      }
    },
    tick: (now) => {
      giveUp(awaitingStart, 'neverStarted', startLimit, now);
      giveUp(awaitingOrder, 'abandoned', orderLimit, now);
      if (now - open.from < Math.max(leastWindow, (now - startedAt) / 100)) return false;
      const { control, canary } = open;
      const isEmpty = metricNames.every((name) => control[name].visitors + canary[name].visitors === 0);
      if (!isEmpty) closed.push({ ...open, to: now });
      open = emptyWindow(now);
      return !isEmpty;
    },
    windows: () => closed,
  };
}

const emptyWindow = (from: number): ComparisonWindow => ({
  from,
  to: from,
  control: noOutcomes(),
  canary: noOutcomes(),
});

const noOutcomes = (): Outcomes => ({
  errors: { visitors: 0, bad: 0 },
  loadFailures: { visitors: 0, bad: 0 },
  neverStarted: { visitors: 0, bad: 0 },
  slow: { visitors: 0, bad: 0 },
  abandoned: { visitors: 0, bad: 0 },
});
