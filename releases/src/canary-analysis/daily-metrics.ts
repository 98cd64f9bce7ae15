import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { MetricCounts } from './gateway-metrics';

const dayInMs = 86_400_000;
/** A day has far fewer compositions. The limit bounds the size of a record that no gateway wrote. */
const maxCompositions = 1_000;

/** Days for which the release store keeps daily metrics. */
export const dailyRetentionDays = 30;

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

/** The UTC day of a time, such as `2026-11-21`. @param now  Unix milliseconds. */
export const formatDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

const getPrefix = (env: string) => `daily-metrics/${env}/`;
export const getDailyMetricsKey = (env: string, day: string, gateway: string) =>
  `${getPrefix(env)}${day}/${gateway}.json`;

const getDay = (env: string, key: string) => key.slice(getPrefix(env).length).split('/')[0] ?? '';
const getOldestDay = (now: number) => formatDay(now - (dailyRetentionDays - 1) * dayInMs);

/** Lists the keys of daily metrics that are older than the retention. @param now  Unix milliseconds. */
export async function listExpiredDailyMetrics(store: ReleaseStore, env: string, now: number): Promise<string[]> {
  const keys = await store.list(getPrefix(env));
  return keys.filter((key) => getDay(env, key) < getOldestDay(now));
}

/**
 * Reads the daily metrics of the last 30 days. A malformed record is left out: figures must not prevent a release.
 *
 * @param now  Unix milliseconds.
 */
export async function readDailyMetrics(store: ReleaseStore, env: string, now: number): Promise<DailyMetrics[]> {
  const keys = (await store.list(getPrefix(env))).filter((key) => getDay(env, key) >= getOldestDay(now));
  const records = await Promise.all(
    keys.map(async (key) => {
      const stored = await store.get(key);
      try {
        return stored && parseJson(DailyMetrics, stored.bytes, key);
      } catch {
        return null;
      }
    }),
  );
  return records.filter((record) => record?.env === env).filter((record) => record !== null);
}
