import type * as v from 'valibot';
import { parseJson } from './parse-json';
import type { DocumentReader, ReleaseStore } from './release-store';

export const dayInMs = 86_400_000;

export const retentionDays = 30;

/** The UTC day of a time, such as `2026-11-21`. @param now  Unix milliseconds. */
export const formatDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** A time in the oldest day whose records are stored. @param now  Unix milliseconds. */
export const getRetentionStart = (now: number): number => now - (retentionDays - 1) * dayInMs;

/**
 * Reads a record that no key has signed.
 *
 * @returns With the tag that a swap needs. A null record when it is missing or malformed, with the error of a malformed one:
 *   metrics must not prevent a release.
 */
export async function readRecord<Schema extends v.GenericSchema>(
  store: DocumentReader,
  key: string,
  Schema: Schema,
): Promise<{ record: v.InferOutput<Schema> | null; tag: string | null; error?: string }> {
  const stored = await store.get(key);
  const tag = stored?.tag ?? null;
  try {
    return { record: stored && parseJson(Schema, stored.bytes, key), tag };
  } catch (error) {
    return { record: null, tag, error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Describes the daily records of one kind: `<folder>/<env>/<YYYY-MM-DD>/<gateway id>.json`, one of each gateway for each UTC day.
 *
 * @param Schema Schema of a record. A record names its environment, so that a copy under another key does not count.
 */
export function describeDailyRecords<Schema extends v.GenericSchema<unknown, { env: string }>>(
  folder: string,
  Schema: Schema,
) {
  const getPrefix = (env: string) => `${folder}/${env}/`;
  const getDay = (env: string, key: string) => key.slice(getPrefix(env).length).split('/')[0] ?? '';
  return {
    getKey: (env: string, day: string, gateway: string) => `${getPrefix(env)}${day}/${gateway}.json`,
    /** Lists the keys of records that are older than 30 days. @param now  Unix milliseconds. */
    async listExpired(store: ReleaseStore, env: string, now: number) {
      const oldest = formatDay(getRetentionStart(now));
      return (await store.list(getPrefix(env))).filter((key) => getDay(env, key) < oldest);
    },
    /** Reads the records of the UTC day of a time, in Unix milliseconds, and later ones. A malformed record is left out. */
    async read(store: ReleaseStore, env: string, since: number): Promise<v.InferOutput<Schema>[]> {
      const keys = (await store.list(getPrefix(env))).filter((key) => getDay(env, key) >= formatDay(since));
      const results = await Promise.all(keys.map((key) => readRecord(store, key, Schema)));
      return results.flatMap(({ record }) => (record?.env === env ? [record] : []));
    },
  };
}
