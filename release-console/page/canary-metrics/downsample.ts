import type { MetricsReport } from '../../api/responses';

type Minute = MetricsReport['live']['minutes'][number];
type Vital = Minute['vitals']['LCP'];

/** Minutes that become one point of a chart: one by one they jump more than they tell. */
const stretch = 5;

/**
 * Minutes in stretches of five.
 *
 * @returns Counts added up. A vital's p75 is the mean of the minutes' own, weighted by their samples: near the true one,
 * which the histograms behind it would tell.
 */
export function inStretches(minutes: readonly Minute[]): Minute[] {
  const starts = Array.from({ length: Math.ceil(minutes.length / stretch) }, (_, at) => at * stretch);
  return starts.map((start) => addUp(minutes.slice(start, start + stretch)));
}

function addUp(minutes: readonly Minute[]): Minute {
  const sum = (name: Exclude<keyof Minute, 'vitals' | 'at'>) => minutes.reduce((total, one) => total + one[name], 0);
  const vital = (name: keyof Minute['vitals']) => meanVital(minutes.map(({ vitals }) => vitals[name]));
  return {
    at: minutes[0]?.at ?? 0,
    views: sum('views'),
    renderFailures: sum('renderFailures'),
    errors: sum('errors'),
    loadFailures: sum('loadFailures'),
    checkoutsStarted: sum('checkoutsStarted'),
    ordersPlaced: sum('ordersPlaced'),
    vitals: { LCP: vital('LCP'), INP: vital('INP'), CLS: vital('CLS'), TTFB: vital('TTFB') },
  };
}

function meanVital(vitals: readonly Vital[]): Vital {
  const samples = vitals.reduce((total, vital) => total + vital.samples, 0);
  const mean = (read: (vital: Vital) => number | null) =>
    samples === 0 ? null : vitals.reduce((total, vital) => total + (read(vital) ?? 0) * vital.samples, 0) / samples;
  return { samples, p75: mean(({ p75 }) => p75), poorShare: mean(({ poorShare }) => poorShare) };
}
