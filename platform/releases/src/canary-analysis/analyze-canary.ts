import * as v from 'valibot';
import { Count } from '../store/schemas';
import {
  type ComparisonWindow,
  type GatewayMetrics,
  type MetricName,
  metricNames,
  type Outcome,
} from './gateway-metrics';
import { logEvidence, type Table } from './sequential-test';

/** Probability that a canary which is as good as its control group is ever halted, over all metrics and checks. */
const falseHaltChance = 0.01;

/** Minimum visitors in each group, and minimum bad outcomes in the canary, before a canary counts as worse. */
export const minVisitors = 50;
const minBad = 12;

/** Maximum visitors of one network that a gateway compares. */
export const visitorsPerNetwork = 2;

/**
 * Bad outcomes of the canary that are subtracted from each gateway's counts: one person with an IPv4 and an IPv6 network
 * can cause that many.
 */
export const discountedVisitors = 2 * visitorsPerNetwork;

/** An estimate beyond so many times the visitors of now is none: the groups hardly differ. */
const maxGrowth = 64;
/** Bad outcomes up to which the visitors that are missing are estimated. With more of them and no verdict, the groups hardly differ. */
const maxEstimatedBad = 5_000;

/** Visitors of all windows. */
const Totals = v.object({ visitors: Count, bad: Count });

const MetricVerdict = v.object({
  metric: v.picklist(metricNames),
  canary: Totals,
  control: Totals,
  /** Likelihood ratio of "the canary is worse" to "it is not". By chance, one canary in `needed` exceeds `needed`. */
  evidence: v.number(),
  needed: v.number(),
  /**
   * - `too-few`: the groups are too small for a verdict;
   * - `undecided`: the canary's visitors have more bad outcomes, and it may be chance;
   * - `no-difference`: they have not, or not noticeably more;
   * - `worse`: decided, the canary is halted.
   */
  state: v.picklist(['too-few', 'undecided', 'no-difference', 'worse']),
  /** Further visitors of each group until a verdict, about: as long as their outcomes are as so far. Null: none are missing. */
  missing: v.nullable(v.object({ canary: Count, control: Count })),
});
export type MetricVerdict = v.InferOutput<typeof MetricVerdict>;

export const CanaryVerdict = v.object({
  isWorse: v.boolean(),
  /** The values of the metrics that are worse, for the audit log. Empty when none is. */
  reason: v.string(),
  metrics: v.array(MetricVerdict),
});
export type CanaryVerdict = v.InferOutput<typeof CanaryVerdict>;

const needed = metricNames.length / falseHaltChance;

const badOutcomes: Record<MetricName, string> = {
  errors: 'met an error, a refused call or a response that the page could not read',
  loadFailures: 'met a section, a script or a style sheet that could not be loaded',
  neverStarted: 'got a page that never started',
  slow: 'waited over 2.5 s for the largest content',
  abandoned: 'started a checkout and placed no order',
  renderFailures: 'requested a page that the server could not render completely',
  blocked: 'got a page that blocked its main thread for over 600 ms at its start',
  unresponsive: 'waited over 500 ms for the response to an input',
};

/**
 * Compares a running canary with its control group. Gateways may have different visitors, so each window of each gateway
 * contributes its own likelihood ratio.
 *
 * @see docs/decisions/0011-canary-analysis.md
 */
export function analyzeCanary(records: readonly GatewayMetrics[], canary: string): CanaryVerdict {
  const runs = records.flatMap((record) =>
    record.runs.filter((run) => run.canary === canary).map(({ windows }) => windows),
  );
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
  const isProven = evidence >= needed && sumOutcomes(trusted.map((table) => table.canary)).bad >= minBad;
  if (isEnough && isProven) return { ...found, state: 'worse', missing: null };
  const growth = isProven ? 1 : estimateGrowth({ canary, control }, discountedVisitors * Math.max(runs.length, 1));
  const countMissing = ({ visitors }: Outcome) =>
    Math.max(minVisitors - visitors, Math.ceil(visitors * ((growth ?? 1) - 1)), 0);
  const missing = { canary: countMissing(canary), control: countMissing(control) };
  if (!isEnough) return { ...found, state: 'too-few', missing };
  return growth === null
    ? { ...found, state: 'no-difference', missing: null }
    : { ...found, state: 'undecided', missing };
}

/**
 * Estimates how many times as many visitors a verdict needs.
 *
 * @param discount  Bad outcomes of the canary that are not trusted, however many visitors there are.
 * @returns Null when the canary's visitors have no more bad outcomes than the others, or hardly more.
 */
function estimateGrowth({ canary, control }: Table, discount: number): number | null {
  if (canary.bad * control.visitors <= control.bad * canary.visitors) return null;
  const isEnough = (growth: number) => {
    const grow = ({ visitors, bad }: Outcome, lost: number) => ({
      visitors: Math.max(0, Math.round(visitors * growth) - lost),
      bad: Math.max(0, Math.round(bad * growth) - lost),
    });
    const table = { canary: grow(canary, discount), control: grow(control, 0) };
    return table.canary.bad >= minBad && logEvidence([table]) >= Math.log(needed);
  };
  const limit = Math.min(maxGrowth, maxEstimatedBad / (canary.bad + control.bad));
  let [low, high] = [1, 1.1];
  while (!isEnough(high)) {
    if (high >= limit) return null;
    [low, high] = [high, Math.min(high * 2, limit)];
  }
  while (high / low > 1.05) {
    const middle = (low + high) / 2;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const toTable = (window: ComparisonWindow, metric: MetricName): Table => ({
  canary: window.canary[metric],
  control: window.control[metric],
});

/** Subtracts the bad outcomes that one person can cause from the counts of the canary. */
function discountOnePerson(tables: readonly Table[]): Table[] {
  let allowance = discountedVisitors;
  return tables.map(({ canary, control }) => {
    const discount = Math.min(allowance, canary.bad);
    allowance -= discount;
    return { canary: { visitors: canary.visitors - discount, bad: canary.bad - discount }, control };
  });
}

/** Adds up the outcomes of windows. A visitor whose outcome turned bad in a later window counts once, as bad. */
export const sumOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  visitors: outcomes.reduce((sum, { visitors, again = 0 }) => sum + visitors - again, 0),
  bad: outcomes.reduce((sum, { bad }) => sum + bad, 0),
});

const formatShare = ({ visitors, bad }: Outcome) => `${bad} of ${visitors} (${((bad / visitors) * 100).toFixed(1)} %)`;

const formatVerdict = ({ metric, canary, control, evidence }: MetricVerdict) =>
  `${metric}: ${formatShare(canary)} of the canary's visitors ${badOutcomes[metric]}, of the others ${formatShare(control)}; ` +
  `evidence ${evidence.toPrecision(2)}, ${needed} needed`;
