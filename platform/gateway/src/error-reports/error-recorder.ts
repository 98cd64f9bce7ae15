import { createHash, randomUUID } from 'node:crypto';
import {
  type ErrorRecord,
  type ErrorVisitor,
  errorRecords,
  maxGroupsPerDay,
  mergeVisitors,
  type RecordedError,
} from '@shop/releases/error-reports/error-records';
import { getVisitorReference } from '@shop/releases/state/canary-slots';
import type { ErrorBeacon, ErrorReport } from '@shop/remote-contract/error-report';
import { createDayRecords, type RecorderOptions, writeOwnRecord } from '../telemetry/flush-records';

/** Positions of a stack that tell two errors apart. */
const comparedFrames = 3;

export type ErrorRecorder = ReturnType<typeof createErrorRecorder>;

function getFingerprint({ release, message, frames }: ErrorReport): string {
  const text = JSON.stringify([release, message, frames.slice(0, comparedFrames)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Records the errors that pages report, by day: one stack and the number of pages for each different error.
 *
 * @see docs/decisions/0054
 */
export function createErrorRecorder({ store, env, reported, now = Date.now, onError }: RecorderOptions) {
  const gatewayId = randomUUID();
  const days = createDayRecords(() => ({ errors: new Map<string, RecordedError>(), dropped: 0 }));

  const add = (report: ErrorReport, visitors: readonly ErrorVisitor[]) => {
    const record = days.change(now());
    const fingerprint = getFingerprint(report);
    const known = record.errors.get(fingerprint);
    if (known) {
      known.count++;
      known.lastAt = now();
      if (visitors.length > 0) known.visitors = mergeVisitors(visitors, known.visitors);
    } else if (record.errors.size >= maxGroupsPerDay) record.dropped++;
    else {
      const { release, message, frames } = report;
      const first = { fingerprint, release, message, frames: [...frames], count: 1, firstAt: now(), lastAt: now() };
      record.errors.set(fingerprint, visitors.length > 0 ? { ...first, visitors: [...visitors] } : first);
    }
  };

  return {
    /**
     * Adds the reports of a page. Those of releases that no visitor has now, or had in the last ten minutes, are dropped.
     *
     * @param visitorId  The id of the visitor's cookie. Only a reference is recorded, which does not contain it. Default: none.
     */
    record: ({ composition, errors }: ErrorBeacon, visitorId: string | null = null) => {
      const known = reported.find(composition)?.releases;
      if (!known) return;
      const visitors = visitorId === null ? [] : [{ visitor: getVisitorReference(env, visitorId), at: now() }];
      for (const report of errors) {
        const isKnown = (frame: string) => known.has(frame.split('/').slice(0, 2).join('/'));
        if (known.has(report.release)) add({ ...report, frames: report.frames.filter(isKnown) }, visitors);
      }
    },
    flush: async () => {
      try {
        await days.writeChanged(now(), (day, { errors, dropped }) => {
          const record: ErrorRecord = { schema: 1, env, day, errors: [...errors.values()], dropped };
          return writeOwnRecord(store, errorRecords.getKey(env, day, gatewayId), record);
        });
      } catch (error) {
        onError(error);
      }
    },
    prune: async () => {
      try {
        for (const key of await errorRecords.listExpired(store, env, now())) await store.remove(key);
      } catch (error) {
        onError(error);
      }
    },
  };
}
