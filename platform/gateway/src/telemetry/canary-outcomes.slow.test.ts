import { sumOutcomes } from '@shop/releases/canary-analysis/analyze-canary';
import { type MetricName, metricNames, type Outcome } from '@shop/releases/canary-analysis/gateway-metrics';
import { runningLogEvidence } from '@shop/releases/canary-analysis/sequential-test';
import { createSeededRandom } from '@shop/releases/testing/seeded-random';
import { createBeacon as report } from '../testing/visit-page';
import { type CanaryOutcomes, createCanaryOutcomes } from './canary-outcomes';

const minute = 60_000;
const visitor = (id: string, group: 'control' | 'canary' = 'canary') => ({ id, group, network: id });

/** Adds up one metric of a group over all closed windows. */
const sumGroup = (outcomes: CanaryOutcomes, metric: MetricName, group: 'control' | 'canary' = 'canary'): Outcome =>
  sumOutcomes(outcomes.getWindows().map((window) => window[group][metric]));

test('counts a visitor whose every page fails as one visitor and one failure', () => {
  const outcomes = createCanaryOutcomes(0);
  for (let page = 0; page < 9; page++) outcomes.recordBeacon(visitor('a'), report({ errors: 5 }), page);
  outcomes.recordBeacon(visitor('b'), report(), 9);
  outcomes.tick(minute);
  expect(sumGroup(outcomes, 'errors')).toEqual({ visitors: 2, bad: 1 });
});

test('counts 59 visitors with a clean page and an error later as 59 of 59', () => {
  const outcomes = createCanaryOutcomes(0);
  const ids = Array.from({ length: 59 }, (_, index) => `v${index}`);
  for (const id of ids) outcomes.recordBeacon(visitor(id), report(), 0);
  outcomes.tick(minute);
  for (const id of ids) outcomes.recordBeacon(visitor(id), report({ errors: 1 }), minute);
  outcomes.tick(2 * minute);
  expect(sumGroup(outcomes, 'errors')).toEqual({ visitors: 59, bad: 59 });
});

test('counts each visitor once with the worst outcome, in the group of that outcome, whatever the sequence of pages', () => {
  const random = createSeededRandom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  for (let run = 0; run < 60; run++) {
    const outcomes = createCanaryOutcomes(0);
    const worst = { errors: new Map<string, string>(), renderFailures: new Map<string, string>() };
    /** Stores the group of the first outcome, and again when it turns bad. */
    const note = (metric: keyof typeof worst, id: string, group: string, isBad: boolean) => {
      const known = worst[metric].get(id);
      if (known === undefined || (isBad && !known.endsWith('bad'))) {
        worst[metric].set(id, `${group} ${isBad ? 'bad' : 'good'}`);
      }
    };
    let now = 0;
    for (let index = 0; index < random() * 60; index++) {
      const [id, group] = [pick(['a', 'b', 'c', 'd']), pick(['control', 'canary'] as const)];
      const [kind, isBad] = [pick(['beacon', 'render', 'view']), pick([true, false])];
      now += pick([0, 1000, 30_000, minute, 31 * minute]);
      outcomes.tick(now);
      if (kind === 'view') outcomes.recordPageView(visitor(id, group), now);
      if (kind === 'render') {
        outcomes.recordRender(visitor(id, group), isBad);
        note('renderFailures', id, group, isBad);
      }
      if (kind === 'beacon') {
        const page = {
          errors: isBad ? 1 : 0,
          loadFailures: isBad ? 1 : 0,
          vitals: isBad ? { LCP: 9000, TBT: 2000, INP: 900 } : { LCP: 900, TBT: 80, INP: 40 },
        };
        const order = { checkoutsStarted: 1, ordersPlaced: isBad ? 0 : 1 };
        outcomes.recordBeacon(visitor(id, group), report({ ...page, ...order }), now);
        note('errors', id, group, isBad);
      }
    }
    for (const later of [minute, 40 * minute, 80 * minute]) outcomes.tick(now + later);
    const count = (noted: ReadonlyMap<string, string>, group: string): Outcome => {
      const own = [...noted.values()].filter((text) => text.startsWith(group));
      return { visitors: own.length, bad: own.filter((text) => text.endsWith('bad')).length };
    };
    for (const group of ['control', 'canary'] as const) {
      const expected = count(worst.errors, group);
      for (const metric of ['errors', 'loadFailures', 'slow', 'blocked', 'unresponsive'] as const) {
        expect({ metric, ...sumGroup(outcomes, metric, group) }).toEqual({ metric, ...expected });
      }
      expect(sumGroup(outcomes, 'renderFailures', group)).toEqual(count(worst.renderFailures, group));
    }
    for (const metric of metricNames) {
      const groups = [sumGroup(outcomes, metric, 'control'), sumGroup(outcomes, metric, 'canary')];
      // Four visitors, each in one group, with one outcome.
      expect(groups.reduce((sum, { visitors }) => sum + visitors, 0)).toBeLessThanOrEqual(4);
      for (const { visitors, bad } of groups) expect(bad).toBeLessThanOrEqual(visitors);
    }
  }
});

test('counts two visitors of one network at most, with one cookie or many', () => {
  const outcomes = createCanaryOutcomes(0);
  for (let index = 0; index < 150; index++) {
    const shopper = { ...visitor(`v${index}`), network: '203.0.113.9' };
    for (let page = 0; page < 2; page++) outcomes.recordBeacon(shopper, report({ loadFailures: 20 }), index);
  }
  outcomes.tick(minute);
  expect(sumGroup(outcomes, 'loadFailures')).toEqual({ visitors: 2, bad: 2 });
});

test('counts a page without a beacon for a minute as never started', () => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordPageView(visitor('a'), 0);
  outcomes.recordPageView(visitor('b'), 0);
  outcomes.recordBeacon(visitor('b'), report(), 2000);
  outcomes.tick(minute - 1);
  expect(outcomes.getWindows()).toEqual([]);
  outcomes.tick(minute);
  expect(sumGroup(outcomes, 'neverStarted')).toEqual({ visitors: 2, bad: 1 });
});

test('counts a page whose beacons say that it does not react to input as never started, until one says that it does', () => {
  const outcomes = createCanaryOutcomes(0);
  for (const id of ['a', 'b', 'c']) outcomes.recordPageView(visitor(id), 0);
  for (const id of ['a', 'b']) outcomes.recordBeacon(visitor(id), report({ isStarted: false, errors: 1 }), 1000);
  outcomes.recordBeacon(visitor('b'), report({ isStarted: true }), 2000);
  // A shell of before December 2026 does not say it.
  outcomes.recordBeacon(visitor('c'), report(), 2000);
  outcomes.tick(minute);
  expect(sumGroup(outcomes, 'neverStarted')).toEqual({ visitors: 3, bad: 1 });
});

test('counts a visitor whose page the server once failed to render as one failure', () => {
  const outcomes = createCanaryOutcomes(0);
  for (const isFailure of [true, true, false]) outcomes.recordRender(visitor('a'), isFailure);
  outcomes.recordRender(visitor('b'), false);
  outcomes.tick(minute);
  expect(sumGroup(outcomes, 'renderFailures')).toEqual({ visitors: 2, bad: 1 });
});

test('counts a checkout as abandoned when half an hour passes without an order', () => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordBeacon(visitor('a'), report({ checkoutsStarted: 1 }), 0);
  outcomes.recordBeacon(visitor('b'), report({ checkoutsStarted: 1 }), 0);
  outcomes.recordBeacon(visitor('b'), report({ ordersPlaced: 1 }), 10 * minute);
  outcomes.recordBeacon(visitor('c'), report({ ordersPlaced: 1 }), 10 * minute);
  outcomes.tick(29 * minute);
  expect(sumGroup(outcomes, 'abandoned')).toEqual({ visitors: 1, bad: 0 });
  outcomes.tick(31 * minute);
  expect(sumGroup(outcomes, 'abandoned')).toEqual({ visitors: 2, bad: 1 });
});

test.each([
  ['a largest contentful paint after 2.5 seconds as slow', 'slow', { LCP: 2500 }, { LCP: 2501 }],
  ['a blocking time of more than 600 ms as blocked', 'blocked', { TBT: 600 }, { TBT: 601 }],
  ['a response after more than 500 ms as unresponsive', 'unresponsive', { INP: 500 }, { INP: 501 }],
] as const)('counts %s, and no visitor without a value', (_, metric, good, bad) => {
  const outcomes = createCanaryOutcomes(0);
  outcomes.recordBeacon(visitor('a'), report({ vitals: good }), 0);
  outcomes.recordBeacon(visitor('b'), report({ vitals: bad }), 0);
  outcomes.recordBeacon(visitor('c'), report({ vitals: { CLS: 0.1 } }), 0);
  outcomes.tick(minute);
  expect(sumGroup(outcomes, metric)).toEqual({ visitors: 2, bad: 1 });
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
 * Simulates visits without a difference between the groups. Visitors return, some have a browser in which every page fails, some a
 * phone on which every page blocks, the rates of errors and of blocked pages change with the hour, and the rising share moves many visitors from the control group to the canary.
 */
function simulateEqualGroups(random: () => number): CanaryOutcomes {
  const outcomes = createCanaryOutcomes(0);
  const shoppers = Array.from({ length: 250 }, (_, index) => ({
    id: `v${index}`,
    bucket: random(),
    isBroken: random() < 0.05,
    isSlow: random() < 0.2,
  }));
  for (let index = 0; index < 45; index++) {
    const share = index < 15 ? 0.1 : index < 30 ? 0.3 : 0.6;
    for (let page = 0; page < 30; page++) {
      const shopper = shoppers[Math.floor(random() * shoppers.length)];
      if (!shopper) continue;
      const isBad = shopper.isBroken || random() < 0.02 * (1 + Math.sin(index / 5));
      const observed = visitor(shopper.id, shopper.bucket < share ? 'canary' : 'control');
      outcomes.recordPageView(observed, index * minute);
      const isBlocked = shopper.isSlow || random() < 0.05 * (1 + Math.cos(index / 7));
      const vitals = { TBT: isBlocked ? 1500 : 100 };
      outcomes.recordBeacon(observed, report({ errors: isBad ? 1 : 0, vitals }), index * minute + page);
    }
    outcomes.tick((index + 1) * minute);
  }
  return outcomes;
}

test('finds no difference caused by returning visitors, broken browsers, slow phones and a rising share', () => {
  const random = createSeededRandom(21);
  const runs = 200;
  const alarms = { errors: 0, blocked: 0 };
  for (let run = 0; run < runs; run++) {
    const windows = simulateEqualGroups(random).getWindows();
    for (const metric of ['errors', 'blocked'] as const) {
      const tables = windows.map(({ canary, control }) => ({ canary: canary[metric], control: control[metric] }));
      if (runningLogEvidence(tables).some((evidence) => evidence >= Math.log(10))) alarms[metric]++;
    }
  }
  // One in ten at most, by Ville's inequality; three standard deviations for the draw of the runs.
  const maxAlarms = runs * 0.1 + 3 * Math.sqrt(runs * 0.1 * 0.9);
  expect(Math.max(alarms.errors, alarms.blocked)).toBeLessThanOrEqual(maxAlarms);
});
