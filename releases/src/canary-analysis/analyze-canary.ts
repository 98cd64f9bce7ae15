import {
  type ComparisonWindow,
  type GatewayMetrics,
  type MetricName,
  metricNames,
  type Outcome,
} from './gateway-metrics';
import { logEvidence, type Table } from './sequential-test';

/** Chance that a canary which is as good as its control is ever halted, over all metrics and looks. */
const falseHaltChance = 0.01;

/** A canary is not called worse before this many of its visitors were looked at, and this many met the trouble. */
const minVisitors = 50;
const minBad = 12;

/** Visitors whom a gateway compares from one network. */
export const visitorsPerNetwork = 2;

/**
 * Bad outcomes of the canary that are taken off each gateway's account before it is judged: they may all be one person's,
 * who has one network of IPv4 and one of IPv6.
 */
export const discountedVisitors = 2 * visitorsPerNetwork;

/** What is found of one metric. */
export interface MetricVerdict {
  metric: MetricName;
  canary: Outcome;
  control: Outcome;
  /** How much likelier the figures are if the canary is worse. Rises above `needed` by chance once in `needed` canaries. */
  evidence: number;
  needed: number;
  state: 'too-few' | 'no-difference' | 'worse';
}

/** Whether a canary is worse than its control beyond chance. */
export interface CanaryVerdict {
  isWorse: boolean;
  /** One sentence with the figures of what is worse; empty when nothing is. */
  reason: string;
  metrics: MetricVerdict[];
}

const needed = metricNames.length / falseHaltChance;

/** What it means to be bad, as the log says it. */
const badOutcomes: Record<MetricName, string> = {
  errors: 'met an uncaught error',
  loadFailures: 'met a section that could not be loaded',
  neverStarted: 'got a page that never started',
  slow: 'waited over 2.5 s for the largest content',
  abandoned: 'started a checkout and placed no order',
};

/**
 * Judges a running canary. Every gateway's windows are compared by themselves, since their visitors may differ.
 *
 * @param canary The `seq` of its composition.
 */
export function analyzeCanary(records: readonly GatewayMetrics[], canary: number): CanaryVerdict {
  const runs = records.flatMap(({ run }) => (run?.canary === canary ? [run.windows] : []));
  const metrics = metricNames.map((metric) => analyzeMetric(runs, metric));
  const worse = metrics.filter(({ state }) => state === 'worse');
  return { isWorse: worse.length > 0, reason: worse.map(formatVerdict).join('; '), metrics };
}

function analyzeMetric(runs: readonly (readonly ComparisonWindow[])[], metric: MetricName): MetricVerdict {
  const counted = runs.flatMap((windows) => windows.map((window) => toTable(window, metric)));
  const trusted = runs.flatMap((windows) => discountOnePerson(windows.map((window) => toTable(window, metric))));
  const canary = sumOutcomes(counted.map((table) => table.canary));
  const control = sumOutcomes(counted.map((table) => table.control));
  const evidence = Math.exp(Math.min(logEvidence(trusted), 700));
  const found = { metric, canary, control, evidence, needed };
  const isEnough = Math.min(canary.visitors, control.visitors) >= minVisitors;
  if (!isEnough) return { ...found, state: 'too-few' };
  const isWorse = evidence >= needed && sumOutcomes(trusted.map((table) => table.canary)).bad >= minBad;
  return { ...found, state: isWorse ? 'worse' : 'no-difference' };
}

const toTable = (window: ComparisonWindow, metric: MetricName): Table => ({
  canary: window.canary[metric],
  control: window.control[metric],
});

/** The same tables without what one person can have brought against the canary. */
function discountOnePerson(tables: readonly Table[]): Table[] {
  let allowance = discountedVisitors;
  return tables.map(({ canary, control }) => {
    const doubtful = Math.min(allowance, canary.bad);
    allowance -= doubtful;
    return { canary: { visitors: canary.visitors - doubtful, bad: canary.bad - doubtful }, control };
  });
}

const sumOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  visitors: outcomes.reduce((sum, { visitors }) => sum + visitors, 0),
  bad: outcomes.reduce((sum, { bad }) => sum + bad, 0),
});

const formatShare = ({ visitors, bad }: Outcome) => `${bad} of ${visitors} (${((bad / visitors) * 100).toFixed(1)} %)`;

const formatVerdict = ({ metric, canary, control, evidence }: MetricVerdict) =>
  `${metric}: ${formatShare(canary)} of the canary's visitors ${badOutcomes[metric]}, of the others ${formatShare(control)}; ` +
  `evidence ${evidence.toPrecision(2)}, ${needed} needed`;
