import { errorReportLimits, framePattern } from '@shop/remote-contract/error-report';
import * as v from 'valibot';
import { visitorReferencePattern } from '../state/canary-slots';
import { describeDailyRecords } from '../store/daily-records';
import { Count, Time } from '../store/schemas';

/** Different errors that a gateway records on one day. */
export const maxGroupsPerDay = 200;

const Release = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*\/[A-Za-z0-9.+_-]{1,80}-[0-9a-f]{12}$/));

/** Visitors whose pages reported an error that are recorded, the newest ones. */
const maxVisitors = 3;

/** A visitor who met an error, and when: enough to find out what the visitor had. */
export const ErrorVisitor = v.object({
  /** See `getVisitorReference`. */
  visitor: v.pipe(v.string(), v.regex(visitorReferencePattern)),
  /** Unix milliseconds of the report. */
  at: Time,
});
export type ErrorVisitor = v.InferOutput<typeof ErrorVisitor>;

/** Joins lists of visitors: the newest ones, each once. */
export const mergeVisitors = (...lists: (readonly ErrorVisitor[] | undefined)[]): ErrorVisitor[] =>
  lists
    .flatMap((list = []) => list)
    .sort((a, b) => b.at - a.at)
    .filter(({ visitor }, index, all) => all.findIndex((other) => other.visitor === visitor) === index)
    .slice(0, maxVisitors);

const RecordedError = v.object({
  /** Identifies the release, the message and the first positions of the stack. */
  fingerprint: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  release: Release,
  message: v.pipe(v.string(), v.maxLength(errorReportLimits.messageLength)),
  frames: v.pipe(v.array(v.pipe(v.string(), v.regex(framePattern))), v.maxLength(errorReportLimits.frames)),
  count: Count,
  /** Unix milliseconds. */
  firstAt: Time,
  lastAt: Time,
  /** Newest first. Absent where no canary has given a visitor a cookie, and in records of earlier versions. */
  visitors: v.exactOptional(v.pipe(v.array(ErrorVisitor), v.maxLength(maxVisitors))),
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

export const errorRecords = describeDailyRecords('error-reports', ErrorRecord);
