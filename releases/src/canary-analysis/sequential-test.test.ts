import { createSeededRandom } from '../testing/seeded-random';
import { logEvidence, runningLogEvidence, type Table } from './sequential-test';

interface Traffic {
  /** Visitors in each window. */
  visitors: number;
  /** Canary's share, 0 to 1, by window. */
  share: (window: number) => number;
  /** Chance of a bad outcome by window, for control and for the canary. */
  rates: (window: number) => { control: number; canary: number };
}

const windows = 60;

function simulate(random: () => number, { visitors, share, rates }: Traffic): Table[] {
  return Array.from({ length: windows }, (_, window) => {
    const table = { canary: { visitors: 0, bad: 0 }, control: { visitors: 0, bad: 0 } };
    for (let visitor = 0; visitor < visitors; visitor++) {
      const group = random() < share(window) ? 'canary' : 'control';
      table[group].visitors++;
      if (random() < rates(window)[group]) table[group].bad++;
    }
    return table;
  });
}

/** Whether the evidence ever reaches a bound, looking after each window. */
const isAlarm = (tables: readonly Table[], bound: number) =>
  runningLogEvidence(tables).some((evidence) => evidence >= Math.log(bound));

const rising = (window: number) => (window < 20 ? 0.1 : window < 40 ? 0.3 : 0.5);
/** Troubles that come and go with the hour, in both groups alike. */
const evening = (rate: number) => (window: number) => {
  const now = rate * (1 + Math.sin(window / 6));
  return { control: now, canary: now };
};

test.each([
  ['rare', 30, 0.01],
  ['common', 30, 0.2],
  ['rare, and few visitors', 6, 0.05],
])('looked at sixty times, two equal groups with %s troubles seldom look unequal', (_name, visitors, rate) => {
  const random = createSeededRandom(20_261_121);
  const runs = 400;
  const alarms = Array.from({ length: runs }, () =>
    isAlarm(simulate(random, { visitors, share: rising, rates: evening(rate) }), 10),
  );
  // One in ten at most, by Ville's inequality; three standard deviations for the draw of the runs.
  const most = runs * 0.1 + 3 * Math.sqrt(runs * 0.1 * 0.9);
  expect(alarms.filter(Boolean).length).toBeLessThanOrEqual(most);
});

test('a canary with three times the troubles is found in nine of ten runs', () => {
  const random = createSeededRandom(3);
  const runs = 100;
  const traffic = { visitors: 60, share: () => 0.25, rates: () => ({ control: 0.03, canary: 0.09 }) };
  const alarms = Array.from({ length: runs }, () => isAlarm(simulate(random, traffic), 500));
  expect(alarms.filter(Boolean).length).toBeGreaterThanOrEqual(90);
});

test('a canary that is better, or worse by a trifle, gathers no evidence', () => {
  const random = createSeededRandom(4);
  for (const canary of [0.05, 0.102]) {
    const tables = simulate(random, { visitors: 500, share: () => 0.5, rates: () => ({ control: 0.1, canary }) });
    expect(logEvidence(tables)).toBeLessThan(0);
  }
});

test('the evidence of one table is the mean likelihood ratio, counted by hand', () => {
  // Two visitors in each group, one bad in all: it is the canary's with chance 1/2, under odds r with chance r / (1 + r).
  const odds = [1.25, 1.5, 2, 3, 5, 10, 30];
  const mean = odds.reduce((sum, one) => sum + one / (1 + one) / (1 / 2), 0) / odds.length;
  const table = { canary: { visitors: 2, bad: 1 }, control: { visitors: 2, bad: 0 } };
  expect(Math.exp(logEvidence([table]))).toBeCloseTo(mean, 10);
});

test('nobody, one group alone, or no troubles are no evidence', () => {
  const none = { visitors: 0, bad: 0 };
  expect(logEvidence([])).toBeCloseTo(0, 10);
  expect(logEvidence([{ canary: { visitors: 9, bad: 9 }, control: none }])).toBeCloseTo(0, 10);
  expect(logEvidence([{ canary: { visitors: 9, bad: 0 }, control: { visitors: 9, bad: 0 } }])).toBeCloseTo(0, 10);
});
