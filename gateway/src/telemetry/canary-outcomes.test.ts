import type { MetricName, Outcome } from '@shop/releases/canary-analysis/gateway-metrics';
import { runningLogEvidence } from '@shop/releases/canary-analysis/sequential-test';
import { createSeededRandom } from '@shop/releases/testing/seeded-random';
import type { PageBeacon } from '@shop/remote-contract/telemetry';
import { type CanaryOutcomes, createCanaryOutcomes } from './canary-outcomes';

const minute = 60_000;
const report = (what: Partial<PageBeacon> = {}): PageBeacon => ({
  composition: 2,
  cohort: 'canary',
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
  ...what,
});

const visitor = (id: string, group: 'control' | 'canary' = 'canary') => ({ id, group, network: id });

/** What was counted of one metric in the canary, over all closed windows. */
function total(comparison: CanaryOutcomes, metric: MetricName): Outcome {
  const outcomes = comparison.getWindows().map(({ canary }) => canary[metric]);
  return {
    visitors: outcomes.reduce((sum, { visitors }) => sum + visitors, 0),
    bad: outcomes.reduce((sum, { bad }) => sum + bad, 0),
  };
}

test('a visitor who fails on every page is one visitor, and one failure', () => {
  const comparison = createCanaryOutcomes(0);
  for (let page = 0; page < 9; page++) comparison.recordBeacon(visitor('a'), report({ errors: 5 }), page);
  comparison.recordBeacon(visitor('b'), report(), 9);
  comparison.tick(minute);
  expect(total(comparison, 'errors')).toEqual({ visitors: 2, bad: 1 });
});

test('a page that says nothing for a minute never started; one that does, did', () => {
  const comparison = createCanaryOutcomes(0);
  comparison.recordPageView(visitor('a'), 0);
  comparison.recordPageView(visitor('b'), 0);
  comparison.recordBeacon(visitor('b'), report(), 2000);
  comparison.tick(minute - 1);
  expect(comparison.getWindows()).toEqual([]);
  comparison.tick(minute);
  expect(total(comparison, 'neverStarted')).toEqual({ visitors: 2, bad: 1 });
});

test('a checkout counts when its order is placed, or when half an hour has passed without one', () => {
  const comparison = createCanaryOutcomes(0);
  comparison.recordBeacon(visitor('a'), report({ checkoutsStarted: 1 }), 0);
  comparison.recordBeacon(visitor('b'), report({ checkoutsStarted: 1 }), 0);
  comparison.recordBeacon(visitor('b'), report({ ordersPlaced: 1 }), 10 * minute);
  comparison.recordBeacon(visitor('c'), report({ ordersPlaced: 1 }), 10 * minute);
  comparison.tick(29 * minute);
  expect(total(comparison, 'abandoned')).toEqual({ visitors: 1, bad: 0 });
  comparison.tick(31 * minute);
  expect(total(comparison, 'abandoned')).toEqual({ visitors: 2, bad: 1 });
});

test('slow is a largest content after 2.5 seconds', () => {
  const comparison = createCanaryOutcomes(0);
  comparison.recordBeacon(visitor('a'), report({ vitals: { LCP: 2500 } }), 0);
  comparison.recordBeacon(visitor('b'), report({ vitals: { LCP: 2501 } }), 0);
  comparison.recordBeacon(visitor('c'), report({ vitals: { CLS: 0.1 } }), 0);
  comparison.tick(minute);
  expect(total(comparison, 'slow')).toEqual({ visitors: 2, bad: 1 });
});

test('a run of a week stays small', () => {
  const comparison = createCanaryOutcomes(0);
  for (let at = 0; at <= 7 * 24 * 60; at++) {
    comparison.recordBeacon(visitor(`v${at}`), report(), at * minute);
    comparison.tick(at * minute);
  }
  expect(comparison.getWindows().length).toBeLessThan(700);
});

/**
 * Visitors come back, some have a browser in which every page fails, their errors change with the hour, and the share
 * rises so that many move from control to the canary: nothing of that is the canary's fault.
 */
function tradeWithoutDifference(random: () => number): CanaryOutcomes {
  const comparison = createCanaryOutcomes(0);
  const shoppers = Array.from({ length: 250 }, (_, at) => ({
    id: `v${at}`,
    bucket: random(),
    isBroken: random() < 0.05,
  }));
  for (let at = 0; at < 45; at++) {
    const share = at < 15 ? 0.1 : at < 30 ? 0.3 : 0.6;
    for (let page = 0; page < 30; page++) {
      const shopper = shoppers[Math.floor(random() * shoppers.length)];
      if (!shopper) continue;
      const isBad = shopper.isBroken || random() < 0.02 * (1 + Math.sin(at / 5));
      const one = visitor(shopper.id, shopper.bucket < share ? 'canary' : 'control');
      comparison.recordPageView(one, at * minute);
      comparison.recordBeacon(one, report({ errors: isBad ? 1 : 0 }), at * minute + page);
    }
    comparison.tick((at + 1) * minute);
  }
  return comparison;
}

test('returning visitors, broken browsers and a rising share do not look like a difference', () => {
  const random = createSeededRandom(21);
  const runs = 200;
  const alarms = Array.from({ length: runs }, () => {
    const windows = tradeWithoutDifference(random).getWindows();
    const tables = windows.map(({ canary, control }) => ({ canary: canary.errors, control: control.errors }));
    return runningLogEvidence(tables).some((evidence) => evidence >= Math.log(10));
  });
  // One in ten at most, by Ville's inequality; three standard deviations for the draw of the runs.
  expect(alarms.filter(Boolean).length).toBeLessThanOrEqual(runs * 0.1 + 3 * Math.sqrt(runs * 0.1 * 0.9));
});
