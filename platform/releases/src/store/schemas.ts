import * as v from 'valibot';

/** Parts of the schemas of documents and responses. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Unix milliseconds that a date can have. */
export const Time = v.pipe(Count, v.maxValue(8.64e15));
export const UnixMs = v.pipe(v.number(), v.description('Unix milliseconds'));
export const TextOrNull = v.nullable(v.string());

/** The message about an issue for which a schema has none of its own, such as a missing or an unknown field. */
export function describeIssue({ expected, message, path }: v.BaseIssue<unknown>): string {
  if (path?.at(-1)?.origin !== 'key') return message;
  return expected === 'never' ? 'there is no such field: remove it' : 'is missing';
}

/** An object of a file that a person writes. The message about a setting that it does not have names those that it has. */
export const settingsObject = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, (issue) =>
    issue.expected === 'never'
      ? `unknown setting, write one of ${Object.keys(entries).join(', ')}`
      : describeIssue(issue),
  );
