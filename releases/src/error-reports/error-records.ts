import { errorReportLimits, framePattern } from '@shop/remote-contract/error-report';
import * as v from 'valibot';
import { dailyRetentionDays, formatDay } from '../canary-analysis/daily-metrics';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

const dayInMs = 86_400_000;

/** Different errors that a gateway records on one day. */
export const maxGroupsPerDay = 200;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Unix milliseconds that a date can have. */
const Time = v.pipe(Count, v.maxValue(8.64e15));
const Release = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*\/[A-Za-z0-9.+_-]{1,80}-[0-9a-f]{12}$/));

/** The reports of one error of one release on one day. */
const RecordedError = v.object({
  /** Identifies the release, the message and the first positions of the stack. */
  fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  release: Release,
  message: v.pipe(v.string(), v.maxLength(errorReportLimits.messageLength)),
  /** Stack of the first report. */
  frames: v.pipe(v.array(v.pipe(v.string(), v.regex(framePattern))), v.maxLength(errorReportLimits.frames)),
  /** Pages that reported it. */
  count: Count,
  /** Unix milliseconds. */
  firstAt: Time,
  lastAt: Time,
});
export type RecordedError = v.InferOutput<typeof RecordedError>;

/** `error-reports/<env>/<YYYY-MM-DD>/<gateway id>.json`: the errors that one gateway received on one UTC day. */
export const ErrorRecord = v.object({
  schema: v.literal(1),
  env: v.string(),
  day: v.pipe(v.string(), v.isoDate()),
  errors: v.pipe(v.array(RecordedError), v.maxLength(maxGroupsPerDay)),
  /** Reports of further different errors, which are not recorded. */
  dropped: Count,
});
export type ErrorRecord = v.InferOutput<typeof ErrorRecord>;

const getPrefix = (env: string) => `error-reports/${env}/`;
const getDay = (env: string, key: string) => key.slice(getPrefix(env).length).split('/')[0] ?? '';

export const getErrorRecordKey = (env: string, day: string, gateway: string) =>
  `${getPrefix(env)}${day}/${gateway}.json`;

/** Lists the keys of records that are older than 30 days. @param now  Unix milliseconds. */
export async function listExpiredErrorRecords(store: ReleaseStore, env: string, now: number): Promise<string[]> {
  const oldest = formatDay(now - (dailyRetentionDays - 1) * dayInMs);
  return (await store.list(getPrefix(env))).filter((key) => getDay(env, key) < oldest);
}

/**
 * Reads the records since a time. A malformed record is left out.
 *
 * @param since  Unix milliseconds. The records of its whole UTC day are in the result.
 */
export async function readErrorRecords(store: ReleaseStore, env: string, since: number): Promise<ErrorRecord[]> {
  const keys = (await store.list(getPrefix(env))).filter((key) => getDay(env, key) >= formatDay(since));
  const records = await Promise.all(
    keys.map(async (key) => {
      const stored = await store.get(key);
      try {
        return stored && parseJson(ErrorRecord, stored.bytes, key);
      } catch {
        return null;
      }
    }),
  );
  return records.filter((record) => record?.env === env).filter((record) => record !== null);
}
