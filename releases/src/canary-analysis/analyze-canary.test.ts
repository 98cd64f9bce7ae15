import { createSeededRandom } from '../testing/seeded-random';
import { analyzeCanary, discountedVisitors } from './analyze-canary';
import {
  type ComparisonWindow,
  type GatewayMetrics,
  type MetricName,
  metricNames,
  type Outcomes,
} from './gateway-metrics';

const canary = 7;

const noOutcomes = (): Outcomes => ({
  errors: { visitors: 0, bad: 0 },
  loadFailures: { visitors: 0, bad: 0 },
  neverStarted: { visitors: 0, bad: 0 },
  slow: { visitors: 0, bad: 0 },
  abandoned: { visitors: 0, bad: 0 },
});

const recordOf = (windows: ComparisonWindow[]): GatewayMetrics => ({
  schema: 1,
  env: 'production',
  at: 0,
  minutes: [],
  run: { canary, control: 5, windows },
});

/** One window with the same visitors for every metric, and these bad ones. */
function windowWith(metric: MetricName, bad: { canary: number; control: number }, visitors = 200): ComparisonWindow {
  const of = (group: 'canary' | 'control') => {
    const outcomes = noOutcomes();
    for (const name of metricNames) outcomes[name] = { visitors, bad: name === metric ? bad[group] : 0 };
    return outcomes;
  };
  return { from: 0, to: 1, canary: of('canary'), control: of('control') };
}

const baseRates: Record<MetricName, number> = {
  errors: 0.02,
  loadFailures: 0.005,
  neverStarted: 0.1,
  slow: 0.3,
  abandoned: 0.6,
};

function simulate(
  random: () => number,
  { windows, visitors }: { windows: number; visitors: number },
  worse: Partial<Record<MetricName, number>> = {},
): ComparisonWindow[] {
  return Array.from({ length: windows }, (_, at) => {
    const window: ComparisonWindow = { from: at, to: at + 1, canary: noOutcomes(), control: noOutcomes() };
    for (const metric of metricNames) {
      for (let visitor = 0; visitor < visitors; visitor++) {
        const group = random() < (at < windows / 2 ? 0.2 : 0.5) ? 'canary' : 'control';
        const rate = (group === 'canary' && worse[metric]) || baseRates[metric];
        window[group][metric].visitors++;
        if (random() < rate) window[group][metric].bad++;
      }
    }
    return window;
  });
}

const isEverHalted = (windows: ComparisonWindow[], looks: number) =>
  Array.from({ length: looks }, (_, at) => Math.ceil(((at + 1) * windows.length) / looks)).some(
    (seen) => analyzeCanary([recordOf(windows.slice(0, seen))], canary).isWorse,
  );

test('of 150 canaries that are as good as control, looked at four times each, at most one in a hundred is halted', () => {
  const random = createSeededRandom(11);
  const halted = Array.from({ length: 200 }, () =>
    isEverHalted(simulate(random, { windows: 20, visitors: 30 }), 5),
  ).filter(Boolean);
  expect(halted.length).toBeLessThanOrEqual(1);
});

test.each<[MetricName, number]>([
  ['errors', 0.12],
  ['loadFailures', 0.1],
  ['neverStarted', 0.25],
  ['slow', 0.5],
  ['abandoned', 0.8],
])('a canary whose %s are really worse is halted, and for that reason', (metric, rate) => {
  const random = createSeededRandom(12);
  const runs = Array.from({ length: 20 }, () =>
    analyzeCanary([recordOf(simulate(random, { windows: 40, visitors: 40 }, { [metric]: rate }))], canary),
  );
  expect(runs.filter(({ isWorse }) => isWorse).length).toBeGreaterThanOrEqual(19);
  for (const { reason } of runs.filter(({ isWorse }) => isWorse)) expect(reason).toContain(`${metric}: `);
});

test('the reason names the figures', () => {
  const { reason } = analyzeCanary([recordOf([windowWith('errors', { canary: 40, control: 2 })])], canary);
  expect(reason).toMatch(
    /^errors: 40 of 200 \(20\.0 %\) of the canary's visitors met an uncaught error, of the others 2 of 200 \(1\.0 %\); evidence \S+, 500 needed$/,
  );
});

test('all that one person can bring is not enough, on one gateway or on several', () => {
  const attacked = () => recordOf([windowWith('errors', { canary: discountedVisitors, control: 0 })]);
  expect(analyzeCanary([attacked()], canary).isWorse).toBe(false);
  expect(analyzeCanary(Array.from({ length: 20 }, attacked), canary).isWorse).toBe(false);
});

test('nor does it tip a canary that was nearly as good', () => {
  const most = Array.from({ length: 60 }, (_, bad) => bad).findLast(
    (bad) => !analyzeCanary([recordOf([windowWith('errors', { canary: bad, control: 4 })])], canary).isWorse,
  );
  const honest = (most ?? 0) - discountedVisitors;
  // What is believed of the figures with an attacker in them is what they would be without.
  expect(honest).toBeGreaterThanOrEqual(8);
  expect(analyzeCanary([recordOf([windowWith('errors', { canary: honest, control: 4 })])], canary).isWorse).toBe(false);
});

test('few visitors are too few, whatever they met', () => {
  const { isWorse, metrics } = analyzeCanary(
    [recordOf([windowWith('errors', { canary: 30, control: 0 }, 40)])],
    canary,
  );
  expect(isWorse).toBe(false);
  expect(metrics.map(({ state }) => state)).toEqual(metrics.map(() => 'too-few'));
});

test('windows of another canary do not count', () => {
  const record = recordOf([windowWith('errors', { canary: 40, control: 2 })]);
  expect(analyzeCanary([record], canary).isWorse).toBe(true);
  expect(analyzeCanary([record], canary + 1)).toMatchObject({ isWorse: false, reason: '' });
});
