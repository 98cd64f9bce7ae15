import * as v from 'valibot';
import { describeDailyRecords } from '../daily-records/daily-records';
import { MetricCounts } from './gateway-metrics';

/** A day has far fewer compositions. The limit bounds the size of a record that no gateway wrote. */
const maxCompositions = 1_000;

/** `daily-metrics/<env>/<YYYY-MM-DD>/<gateway id>.json`: counts of one gateway on one UTC day, by composition. */
export const DailyMetrics = v.object({
  schema: v.literal(1),
  env: v.string(),
  day: v.pipe(v.string(), v.isoDate()),
  compositions: v.pipe(
    v.array(v.object({ composition: v.pipe(v.number(), v.integer(), v.minValue(0)), counts: MetricCounts })),
    v.maxLength(maxCompositions),
  ),
});
export type DailyMetrics = v.InferOutput<typeof DailyMetrics>;

export const dailyMetrics = describeDailyRecords('daily-metrics', DailyMetrics);
