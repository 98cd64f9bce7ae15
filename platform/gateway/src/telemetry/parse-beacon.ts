import type { PageBeacon } from '@shop/remote-contract/telemetry';
import * as v from 'valibot';
import { parseReport } from '../http/page-report-route';

/** Upper bound of one count in one beacon, so that a page in a loop, or a forged beacon, does not distort the metrics. */
const maxCount = 20;
const Count = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.transform((count) => Math.min(count, maxCount)),
);
/** Ten minutes at most: a larger vital comes from a clock that jumped. */
const Milliseconds = v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)));

/** More releases than a page holds. */
const maxReleases = 12;

/** Unknown fields are dropped: the shell of a canary may be newer than the gateway. */
const Beacon = v.object({
  composition: v.pipe(v.number(), v.integer(), v.minValue(1)),
  group: v.picklist(['control', 'canary', 'listed']),
  isStarted: v.exactOptional(v.boolean()),
  errors: Count,
  loadFailures: Count,
  checkoutsStarted: Count,
  ordersPlaced: Count,
  appErrors: v.exactOptional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(120)), Count),
      v.check((errors) => Object.keys(errors).length <= maxReleases, `at most ${maxReleases} releases`),
    ),
  ),
  vitals: v.object({
    LCP: Milliseconds,
    INP: Milliseconds,
    CLS: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
    TTFB: Milliseconds,
    TBT: Milliseconds,
  }),
});

/**
 * Parses the beacon of a page, with each count limited to 20.
 *
 * @throws {InvalidReportError} The message names the first invalid field.
 */
export const parseBeacon = (body: unknown): PageBeacon => parseReport(Beacon, body, 'This is not a beacon');
