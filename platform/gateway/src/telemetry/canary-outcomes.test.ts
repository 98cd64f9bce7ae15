import type { MetricName, Outcome } from '@shop/releases/canary-analysis/gateway-metrics';
import { runningLogEvidence } from '@shop/releases/canary-analysis/sequential-test';
import { createSeededRandom } from '@shop/releases/testing/seeded-random';
import type { PageBeacon } from '@shop/remote-contract/telemetry';
import { type CanaryOutcomes, createCanaryOutcomes } from './canary-outcomes';

const minute = 60_000;
const report = (what: Partial<PageBeacon> = {}): PageBeacon => ({
  composition: 2,
  group: 'canary',
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
  ...what,
});

const visitor = (id: string, group: 'control' | 'canary' = 'canary') => ({ id, group, network: id });

/** Adds up one metric of the canary over all closed windows. */
function sumOutcomes(outcomes: CanaryOutcomes, metric: MetricName): Outcome {
  const windows = outcomes.getWindows().map(({ canary }) => canary[metric]);
  return {
    visitors: windows.reduce((sum, { visitors }) => sum + visitors, 0),
    bad: windows.reduce((sum, { bad }) => sum + bad, 0),
  };
}

test('counts a visitor whose every page fails as one visitor and one failure', () => {
  const outcomes = createCanaryOutcomes(0);
  for (let page = 0; page < 9; page++) outcomes.recordBeacon(visitor('a'), report({ errors: 5 }), page);
  outcomes.recordBeacon(visitor('b'), report(), 9);
  outcomes.tick(minute);
  expect(sumOutcomes(outcomes, 'errors')).toEqual({ visitors: 2, bad: 1 });
});

test('counts two visitors of one network at most, with one cookie or many', () => {
  const outcomes = createCanaryOutcomes(0);
  for (let index = 0; index < 150; index++) {
    const shopper = { ...visitor(`v${index}`), network: '203.0.113.9' };
    for (let page = 0; page < 2; page++) outcomes.recordBeacon(shopper, report({ loadFailures: 20 }), index);
  }
  outcomes.tick(minute);
  expect(sumOutcomes(outcomes, 'loadFailures')).toEqual({ visitors: 2, bad: 2 });
});

test('counts a page without a beacon for a minute as never started', () => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordPageView(visitor('a'), 0);
  outcomes.recordPageView(visitor('b'), 0);
  outcomes.recordBeacon(visitor('b'), report(), 2000);
  outcomes.tick(minute - 1);
  expect(outcomes.getWindows()).toEqual([]);
  outcomes.tick(minute);
  expect(sumOutcomes(outcomes, 'neverStarted')).toEqual({ visitors: 2, bad: 1 });
});

test('counts a visitor whose page the server once failed to render as one failure', () => {
  const outcomes = createCanaryOutcomes(0);
  for (const isFailure of [true, true, false]) outcomes.recordRender(visitor('a'), isFailure);
  outcomes.recordRender(visitor('b'), false);
  outcomes.tick(minute);
  expect(sumOutcomes(outcomes, 'renderFailures')).toEqual({ visitors: 2, bad: 1 });
});

test('counts a checkout as abandoned when half an hour passes without an order', () => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordBeacon(visitor('a'), report({ checkoutsStarted: 1 }), 0);
  outcomes.recordBeacon(visitor('b'), report({ checkoutsStarted: 1 }), 0);
  outcomes.recordBeacon(visitor('b'), report({ ordersPlaced: 1 }), 10 * minute);
  outcomes.recordBeacon(visitor('c'), report({ ordersPlaced: 1 }), 10 * minute);
  outcomes.tick(29 * minute);
  expect(sumOutcomes(outcomes, 'abandoned')).toEqual({ visitors: 1, bad: 0 });
  outcomes.tick(31 * minute);
  expect(sumOutcomes(outcomes, 'abandoned')).toEqual({ visitors: 2, bad: 1 });
});

test('counts a largest contentful paint after 2.5 seconds as slow', () => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordBeacon(visitor('a'), report({ vitals: { LCP: 2500 } }), 0);
  outcomes.recordBeacon(visitor('b'), report({ vitals: { LCP: 2501 } }), 0);
  outcomes.recordBeacon(visitor('c'), report({ vitals: { CLS: 0.1 } }), 0);
  outcomes.tick(minute);
  expect(sumOutcomes(outcomes, 'slow')).toEqual({ visitors: 2, bad: 1 });
});

test('creates fewer than 700 windows in a run of a week', () => {
  const outcomes = createCanaryOutcomes(0);
  for (let index = 0; index <= 7 * 24 * 60; index++) {
    outcomes.recordBeacon(visitor(`v${index}`), report(), index * minute);
    outcomes.tick(index * minute);
  }
  expect(outcomes.getWindows().length).toBeLessThan(700);
});

/**
 * Simulates visits without a difference between the groups. Visitors return, some have a browser in which every page fails,
 * the error rate changes with the hour, and the rising share moves many visitors from the control group to the canary.
 */
function simulateEqualGroups(random: () => number): CanaryOutcomes {
  const outcomes = createCanaryOutcomes(0);
  const shoppers = Array.from({ length: 250 }, (_, index) => ({
    id: `v${index}`,
    bucket: random(),
    isBroken: random() < 0.05,
  }));
  for (let index = 0; index < 45; index++) {
    const share = index < 15 ? 0.1 : index < 30 ? 0.3 : 0.6;
    for (let page = 0; page < 30; page++) {
      const shopper = shoppers[Math.floor(random() * shoppers.length)];
      if (!shopper) continue;
      const isBad = shopper.isBroken || random() < 0.02 * (1 + Math.sin(index / 5));
      const observed = visitor(shopper.id, shopper.bucket < share ? 'canary' : 'control');
      outcomes.recordPageView(observed, index * minute);
      outcomes.recordBeacon(observed, report({ errors: isBad ? 1 : 0 }), index * minute + page);
    }
    outcomes.tick((index + 1) * minute);
  }
  return outcomes;
}

test('finds no difference caused by returning visitors, broken browsers and a rising share', () => {
  const random = createSeededRandom(21);
  const runs = 200;
  const alarms = Array.from({ length: runs }, () => {
    const windows = simulateEqualGroups(random).getWindows();
    const tables = windows.map(({ canary, control }) => ({ canary: canary.errors, control: control.errors }));
    return runningLogEvidence(tables).some((evidence) => evidence >= Math.log(10));
  });
  // One in ten at most, by Ville's inequality; three standard deviations for the draw of the runs.
  expect(alarms.filter(Boolean).length).toBeLessThanOrEqual(runs * 0.1 + 3 * Math.sqrt(runs * 0.1 * 0.9));
});
