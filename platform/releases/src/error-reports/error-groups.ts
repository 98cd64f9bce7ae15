import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isSameRelease, ReleaseId } from '../release/release';
import type { Environment } from '../state/environment';
import { Count, UnixMs } from '../store/schemas';
import { ErrorVisitor, errorRecords, mergeVisitors, type RecordedError } from './error-records';
import { createFrameResolver, parseReleaseName, ResolvedFrame, type ResolveFrame } from './resolve-stack';

/** An error of an app, over all versions in which pages reported it. */
export const ErrorGroup = v.object({
  /** Identifies app, message and place in the sources: 16 hex digits. It is the same in every period and environment. */
  id: v.string(),
  app: v.string(),
  message: v.string(),
  /** Pages that reported it. */
  count: Count,
  /** Newest report first. */
  versions: v.array(v.object({ ...ReleaseId.entries, count: Count, lastAt: UnixMs })),
  firstAt: UnixMs,
  lastAt: UnixMs,
  /** Some visitors whose pages reported it, newest first. Absent: none of them had a cookie. */
  visitors: v.exactOptional(v.array(ErrorVisitor)),
  /** Stack in the version of the newest report, innermost position first. */
  stack: v.array(ResolvedFrame),
});
export type ErrorGroup = v.InferOutput<typeof ErrorGroup>;

export interface ErrorSummary {
  /** Most frequent first. */
  groups: ErrorGroup[];
  /** Reports that gateways did not record, because a day had too many different errors. */
  dropped: number;
}

/** The field `visitors`, which is absent without one. */
function joinVisitors(...lists: readonly (readonly ErrorVisitor[] | undefined)[]): { visitors?: ErrorVisitor[] } {
  const visitors = mergeVisitors(...lists);
  return visitors.length > 0 ? { visitors } : {};
}

function mergeErrors(errors: readonly RecordedError[]): RecordedError[] {
  const merged = new Map<string, RecordedError>();
  for (const error of errors) {
    const known = merged.get(error.fingerprint);
    if (!known) merged.set(error.fingerprint, error);
    else {
      merged.set(error.fingerprint, {
        ...known,
        count: known.count + error.count,
        firstAt: Math.min(known.firstAt, error.firstAt),
        lastAt: Math.max(known.lastAt, error.lastAt),
        ...joinVisitors(known.visitors, error.visitors),
      });
    }
  }
  return [...merged.values()];
}

export interface ErrorGroupOptions {
  /** Unix milliseconds. An error without a report since then is left out. Counts are of whole UTC days. */
  since: number;
  app?: string;
  /** Default: a resolver for this call. A server that reads often passes one that keeps its results. */
  resolve?: ResolveFrame;
}

/**
 * Reads the errors that pages reported, with their stacks in the sources. Versions share a group when message, source and
 * function of the innermost position are the same.
 */
export async function readErrorGroups(
  { store, name }: Environment,
  { since, app: wanted, resolve = createFrameResolver(store) }: ErrorGroupOptions,
): Promise<ErrorSummary> {
  const records = await errorRecords.read(store, name, since);
  const errors = mergeErrors(records.flatMap((record) => record.errors)).filter(({ lastAt }) => lastAt >= since);
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors.sort((a, b) => b.lastAt - a.lastAt)) {
    const release = parseReleaseName(error.release);
    if (!release || (wanted !== undefined && release.app !== wanted)) continue;
    const stack = await Promise.all(error.frames.map(resolve));
    const [first] = stack;
    const place = first?.source ? `${first.source} ${first.name}` : (first?.frame ?? error.release);
    const { message, count, firstAt, lastAt, visitors } = error;
    const key = JSON.stringify([release.app, message, place]);
    const known = groups.get(key);
    const version = { ...release, count, lastAt };
    if (!known) {
      const id = createHash('sha256').update(key).digest('hex').slice(0, 16);
      const { app } = release;
      const met = joinVisitors(visitors);
      groups.set(key, { id, app, message, count, versions: [version], firstAt, lastAt, ...met, stack });
      continue;
    }
    Object.assign(known, joinVisitors(known.visitors, visitors));
    known.count += count;
    known.firstAt = Math.min(known.firstAt, firstAt);
    const same = known.versions.find((listed) => isSameRelease(listed, release));
    if (same) same.count += count;
    else known.versions.push(version);
  }
  return {
    groups: [...groups.values()].sort((a, b) => b.count - a.count || b.lastAt - a.lastAt),
    dropped: records.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}
