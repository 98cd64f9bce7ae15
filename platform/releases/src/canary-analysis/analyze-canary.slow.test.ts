import { createGatewayMetrics, createOutcomes } from '../testing/gateway-records';
import { createSeededRandom } from '../testing/seeded-random';
import { analyzeCanary, discountedVisitors } from './analyze-canary';
import { type ComparisonWindow, type MetricName, metricNames } from './gateway-metrics';

const canary = 'a';

const createMetrics = (windows: ComparisonWindow[]) => createGatewayMetrics({ runs: [{ canary, windows }] });

/** Creates a window with the same visitors for every metric, and bad outcomes of one metric. */
const createWindow = (
  metric: MetricName,
  bad: { canary: number; control: number },
  visitors = 200,
): ComparisonWindow => ({
  from: 0,
  to: 1,
  canary: createOutcomes(visitors, { [metric]: bad.canary }),
  control: createOutcomes(visitors, { [metric]: bad.control }),
});

const baseRates: Record<MetricName, number> = {
  errors: 0.02,
  loadFailures: 0.005,
  neverStarted: 0.1,
  slow: 0.3,
  abandoned: 0.6,
  renderFailures: 0.01,
  blocked: 0.2,
  unresponsive: 0.15,
};

function simulate(
  random: () => number,
  { windows, visitors }: { windows: number; visitors: number },
  worse: Partial<Record<MetricName, number>> = {},
): ComparisonWindow[] {
  return Array.from({ length: windows }, (_, index) => {
    const groups = { canary: createOutcomes(), control: createOutcomes() };
    const window: ComparisonWindow = { from: index, to: index + 1, ...groups };
    for (const metric of metricNames) {
      for (let visitor = 0; visitor < visitors; visitor++) {
        const group = random() < (index < windows / 2 ? 0.2 : 0.5) ? 'canary' : 'control';
        const rate = (group === 'canary' && worse[metric]) || baseRates[metric];
        window[group][metric].visitors++;
        if (random() < rate) window[group][metric].bad++;
      }
    }
    return window;
  });
}

const isEverHalted = (windows: ComparisonWindow[], checks: number) =>
  Array.from({ length: checks }, (_, index) => Math.ceil(((index + 1) * windows.length) / checks)).some(
    (count) => analyzeCanary([createMetrics(windows.slice(0, count))], canary).isWorse,
  );

test('of 200 canaries that are as good as their control group and are checked five times each, at most one is halted', () => {
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
  ['blocked', 0.45],
  ['unresponsive', 0.4],
])('a canary with a worse rate of %s is halted, and the reason names the metric', (metric, rate) => {
  const random = createSeededRandom(12);
  const runs = Array.from({ length: 20 }, () =>
    analyzeCanary([createMetrics(simulate(random, { windows: 40, visitors: 40 }, { [metric]: rate }))], canary),
  );
  expect(runs.filter(({ isWorse }) => isWorse).length).toBeGreaterThanOrEqual(19);
  for (const { reason } of runs.filter(({ isWorse }) => isWorse)) expect(reason).toContain(`${metric}: `);
});

test('the reason of a halt contains the values of the metrics', () => {
  const { reason } = analyzeCanary([createMetrics([createWindow('errors', { canary: 40, control: 2 })])], canary);
  expect(reason).toMatch(
    /^errors: 40 of 200 \(20\.0 %\) of the canary's visitors met an error, a refused call or a response that the page could not read, of the others 2 of 200 \(1\.0 %\); evidence \S+, 800 needed$/,
  );
});

test('the bad outcomes that one person can cause do not halt a canary, on one gateway or on several', () => {
  const createAttackedMetrics = () =>
    createMetrics([createWindow('errors', { canary: discountedVisitors, control: 0 })]);
  expect(analyzeCanary([createAttackedMetrics()], canary).isWorse).toBe(false);
  expect(analyzeCanary(Array.from({ length: 20 }, createAttackedMetrics), canary).isWorse).toBe(false);
});

test('the bad outcomes that one person can cause do not halt a canary that is slightly worse', () => {
  const maxBad = Array.from({ length: 60 }, (_, bad) => bad).findLast(
    (bad) => !analyzeCanary([createMetrics([createWindow('errors', { canary: bad, control: 4 })])], canary).isWorse,
  );
  const honest = (maxBad ?? 0) - discountedVisitors;
  // With the attacker's outcomes subtracted, the analysis sees the same metrics as without the attacker.
  expect(honest).toBeGreaterThanOrEqual(8);
  expect(analyzeCanary([createMetrics([createWindow('errors', { canary: honest, control: 4 })])], canary).isWorse).toBe(
    false,
  );
});

test('a canary with few visitors is not halted, whatever their outcomes', () => {
  const { isWorse, metrics } = analyzeCanary(
    [createMetrics([createWindow('errors', { canary: 30, control: 0 }, 40)])],
    canary,
  );
  expect(isWorse).toBe(false);
  expect(metrics.map(({ state }) => state)).toEqual(metrics.map(() => 'too-few'));
  expect(metrics.map(({ missing }) => missing)).toEqual(metrics.map(() => ({ canary: 10, control: 10 })));
});

test.each([
  ['too few visitors', [27, 0], [257, 3], 'too-few', { canary: 23, control: 0 }],
  ['as many bad outcomes', [200, 4], [200, 4], 'no-difference', null],
  ['fewer bad outcomes', [200, 1], [200, 8], 'no-difference', null],
  ['hardly more bad outcomes', [2000, 210], [2000, 200], 'no-difference', null],
  ['a difference beyond chance', [200, 60], [200, 4], 'worse', null],
] as const)('says what a verdict is missing for a canary with %s', (_, canaryCounts, controlCounts, state, missing) => {
  const count = ([visitors, bad]: readonly [number, number]) => ({ ...createOutcomes(), errors: { visitors, bad } });
  const window = { from: 0, to: 1, canary: count(canaryCounts), control: count(controlCounts) };
  const [verdict] = analyzeCanary([createMetrics([window])], canary).metrics;
  expect(verdict).toMatchObject({ metric: 'errors', state, missing });
});

test('an undecided canary whose visitors fare like those so far is decided after about as many as are said to be missing', () => {
  const repeat = (factor: number) => {
    const count = (visitors: number, bad: number) => ({
      ...createOutcomes(),
      neverStarted: { visitors: Math.ceil(visitors * factor), bad: Math.ceil(bad * factor) },
    });
    const window = { from: 0, to: 1, canary: count(51, 13), control: count(57, 1) };
    return analyzeCanary([createMetrics([window])], canary).metrics.find(({ metric }) => metric === 'neverStarted');
  };
  const missing = repeat(1)?.missing;
  expect(repeat(1)).toMatchObject({ state: 'undecided', missing: { canary: expect.any(Number) } });
  const factor = 1 + (missing?.canary ?? 0) / 51;
  expect(factor).toBeGreaterThan(1);
  expect(repeat(factor * 1.05)?.state).toBe('worse');
  expect(repeat(1 + (factor - 1) * 0.7)?.state).toBe('undecided');
});

test('the windows of another canary are ignored', () => {
  const record = createMetrics([createWindow('errors', { canary: 40, control: 2 })]);
  expect(analyzeCanary([record], canary).isWorse).toBe(true);
  expect(analyzeCanary([record], 'b')).toMatchObject({ isWorse: false, reason: '' });
});
