import { createSeededRandom } from '../testing/seeded-random';
import { logEvidence, runningLogEvidence, type Table } from './sequential-test';

interface Traffic {
  /** Visitors in each window. */
  visitors: number;
  /** Share of the canary by window, 0 to 1. */
  share: (window: number) => number;
  /** Probability of a bad outcome by window and group. */
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

/** Whether the evidence reaches a bound after any window. */
const isAlarm = (tables: readonly Table[], bound: number) =>
  runningLogEvidence(tables).some((evidence) => evidence >= Math.log(bound));

const rising = (window: number) => (window < 20 ? 0.1 : window < 40 ? 0.3 : 0.5);
/** A rate of bad outcomes that changes with the hour, equally in both groups. */
const createHourlyRates = (rate: number) => (window: number) => {
  const current = rate * (1 + Math.sin(window / 6));
  return { control: current, canary: current };
};

test.each([
  ['rare', 30, 0.01],
  ['rare, and few visitors', 6, 0.05],
])(
  'of two equal groups with %s bad outcomes, at most one in ten raises an alarm in sixty checks',
  (_name, visitors, rate) => {
    const random = createSeededRandom(20_261_121);
    const runs = 400;
    const alarms = Array.from({ length: runs }, () =>
      isAlarm(simulate(random, { visitors, share: rising, rates: createHourlyRates(rate) }), 10),
    );
    // At most one in ten by Ville's inequality, plus three standard deviations of the number of alarms.
    const maxAlarms = runs * 0.1 + 3 * Math.sqrt(runs * 0.1 * 0.9);
    expect(alarms.filter(Boolean).length).toBeLessThanOrEqual(maxAlarms);
  },
);

test('a canary that is better, or only slightly worse, gathers no evidence', () => {
  const random = createSeededRandom(4);
  for (const canary of [0.05, 0.102]) {
    const tables = simulate(random, { visitors: 500, share: () => 0.5, rates: () => ({ control: 0.1, canary }) });
    expect(logEvidence(tables)).toBeLessThan(0);
  }
});

test('the evidence of one table is the mean likelihood ratio', () => {
  // Two visitors in each group and one bad outcome: it is the canary's with probability 1/2, and with r / (1 + r) under odds r.
  const odds = [1.25, 1.5, 2, 3, 5, 10, 30];
  const mean = odds.reduce((sum, ratio) => sum + ratio / (1 + ratio) / (1 / 2), 0) / odds.length;
  const table = { canary: { visitors: 2, bad: 1 }, control: { visitors: 2, bad: 0 } };
  expect(Math.exp(logEvidence([table]))).toBeCloseTo(mean, 10);
});

test('no visitors, a single group, or no bad outcomes give no evidence', () => {
  const none = { visitors: 0, bad: 0 };
  expect(logEvidence([])).toBeCloseTo(0, 10);
  expect(logEvidence([{ canary: { visitors: 9, bad: 9 }, control: none }])).toBeCloseTo(0, 10);
  expect(logEvidence([{ canary: { visitors: 9, bad: 0 }, control: { visitors: 9, bad: 0 } }])).toBeCloseTo(0, 10);
});
