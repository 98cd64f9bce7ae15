import type { MetricsReport } from '../../api/responses';

type Minute = MetricsReport['live']['minutes'][number];
type Vital = Minute['vitals']['LCP'];

/** Minutes per point of a chart: single minutes are too noisy. */
const minutesPerPoint = 5;

/**
 * Combines minutes into points of five minutes.
 *
 * @returns Sums of the counts. The p75 of a vital is the mean of the minutes' p75, weighted by samples: an approximation,
 *   because the page does not receive the histograms.
 */
export function downsample(minutes: readonly Minute[]): Minute[] {
  const starts = Array.from(
    { length: Math.ceil(minutes.length / minutesPerPoint) },
    (_, index) => index * minutesPerPoint,
  );
  return starts.map((start) => sumMinutes(minutes.slice(start, start + minutesPerPoint)));
}

function sumMinutes(minutes: readonly Minute[]): Minute {
  const sum = (name: Exclude<keyof Minute, 'vitals' | 'at'>) =>
    minutes.reduce((total, entry) => total + entry[name], 0);
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
